import Testing
import TiledJPEG
import WebVTT

@testable import PlayerFormats

struct HLSMultivariantPlaylistTests {
    static let streams = [
        HLSThumbnailStream(
            kind: .images, bandwidth: 12_000, resolution: PixelSize(width: 320, height: 180), codecs: "jpeg",
            uri: "images.m3u8"),
        HLSThumbnailStream(
            kind: .iFrames, bandwidth: 16_000, resolution: PixelSize(width: 320, height: 180), codecs: "mjpg",
            uri: "iframes.m3u8"),
    ]
    static let lines = """
        #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=12000,RESOLUTION=320x180,CODECS="jpeg",URI="images.m3u8"
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=16000,RESOLUTION=320x180,CODECS="mjpg",URI="iframes.m3u8"

        """
    static let master = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English, with a comma",URI="audio.m3u8"

        # a comment
        #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.4d401f,mp4a.40.2"
          low.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,CODECS="avc1.4d401f",URI="video-iframes.m3u8"
        """

    @Test func `a playlist has a line for each stream`() {
        let bytes = HLSMultivariantPlaylist(streams: Self.streams).serialized()
        #expect(String(decoding: bytes, as: UTF8.self) == "#EXTM3U\n#EXT-X-VERSION:7\n" + Self.lines)
    }

    @Test func `a written playlist is read back`() throws {
        let playlist = HLSMultivariantPlaylist(streams: Self.streams)
        #expect(try HLSMultivariantPlaylist(parsing: playlist.serialized()) == playlist)
    }

    @Test func `characters that end a line or a value are encoded`() throws {
        var stream = Self.streams[0]
        stream.uri = "a\"b\r\nc.m3u8?x=1,2"
        #expect(stream.line.hasSuffix("URI=\"a%22b%0D%0Ac.m3u8?x=1,2\""))
        let read = try HLSMultivariantPlaylist(parsing: HLSMultivariantPlaylist(streams: [stream]).serialized())
        #expect(read.streams.map(\.uri) == ["a%22b%0D%0Ac.m3u8?x=1,2"])
    }

    @Test(arguments: ["\n", "\r\n"])
    func `new lines follow the last one, and all else stays`(_ lineEnd: String) throws {
        let bytes = { (text: String) in
            Array(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd).utf8)
        }
        let result = try HLSMultivariantPlaylist.inserting(Self.streams, into: bytes(Self.master))
        #expect(result == bytes(Self.master + "\n" + Self.lines))
        #expect(try HLSMultivariantPlaylist.inserting(Self.streams, into: result) == result)
    }

    @Test func `a line of the same address is replaced where it stands`() throws {
        let old = Self.lines.replacing("12000", with: "5")
        let before = "\u{FEFF}#EXTM3U\n" + old + old + "#EXT-X-STREAM-INF:BANDWIDTH=800000\nlow.m3u8\n"
        let after = "\u{FEFF}#EXTM3U\n" + Self.lines + "#EXT-X-STREAM-INF:BANDWIDTH=800000\nlow.m3u8\n"
        let result = try HLSMultivariantPlaylist.inserting(Self.streams, into: Array(before.utf8))
        #expect(String(decoding: result, as: UTF8.self) == after)
    }

    @Test(arguments: [
        "#EXTM3U\n#EXTINF:4,\na.ts\n", "#EXTM3U\n#EXT-X-TARGETDURATION:4\n", "#EXTM3U\n", "#EXTM3U\n#EXT-X-VERSION:7",
    ])
    func `a playlist that names no playlists is refused`(_ text: String) {
        let error = #expect(throws: ThumbnailFormatError.self) {
            try HLSMultivariantPlaylist.inserting(Self.streams, into: Array(text.utf8))
        }
        #expect(error?.code == .refused)
    }

    @Test(arguments: ["", "WEBVTT\n", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n"])
    func `a broken playlist is not changed`(_ text: String) {
        let error = #expect(throws: ThumbnailFormatError.self) {
            try HLSMultivariantPlaylist.inserting(Self.streams, into: Array(text.utf8))
        }
        #expect(error?.code == .malformed)
    }

    @Test func `inserting into damaged playlists is idempotent`() {
        Damages.each(of: Array(Self.master.utf8), count: 3000, seed: 9) { damaged in
            guard let once = try? HLSMultivariantPlaylist.inserting(Self.streams, into: damaged) else { return false }
            let twice = try? HLSMultivariantPlaylist.inserting(Self.streams, into: once)
            #expect(twice == once)
            return true
        }
    }

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
