import Testing
import WebVTT

@testable import PlayerFormats

struct HLSFilmLengthTests {
    private static let media = """
        #EXTM3U
        #EXT-X-TARGETDURATION:6
        #EXT-X-KEY:METHOD=AES-128,URI="key"
        #EXTINF:6.006,
        a.ts
        #EXTINF:5,title
        b.ts
        #EXT-X-ENDLIST
        """

    @Test func `the film's playlists are the playlists of the variants`() {
        let master = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="audio.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1
            # a comment
            low/video.m3u8?a=1
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=2
            https://cdn.example/high.m3u8
            stray.m3u8
            """
        #expect(
            HLSFilmLength.variants(of: Array(master.utf8)) == ["low/video.m3u8?a=1", "https://cdn.example/high.m3u8"])
        #expect(HLSFilmLength.variants(of: Array(master.dropFirst().utf8)) == [])
    }

    @Test(
        arguments: [
            ("", "", 11_006), ("#EXT-X-ENDLIST", "", nil), ("6.006", "x", nil), ("#EXTM3U", "", nil),
            ("6.006", "9000000000000", nil), ("6.006,", "0.0004,", 5_000),
            ("#EXT-X-ENDLIST", "#EXT-X-ENDLIST\r\n", 11_006),
        ] as [(String, String, Int64?)])
    func `a length is the sum of a playlist that is whole`(part: String, other: String, length: Int64?) {
        var text = part.isEmpty ? Self.media : Self.media.replacing(part, with: other)
        if other == "9000000000000" { text = text.replacing("#EXTINF:5,", with: "#EXTINF:9000000000000,") }
        #expect(HLSFilmLength.length(ofMedia: Array(text.utf8))?.milliseconds == length)
    }
}
