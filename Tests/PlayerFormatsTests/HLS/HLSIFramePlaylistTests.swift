import Testing
import WebVTT

@testable import PlayerFormats

struct HLSIFramePlaylistTests {
    static let playlist = HLSIFramePlaylist(
        uri: "iframes.a1.mp4", map: 0..<700,
        frames: [
            .init(duration: .milliseconds(4000), range: 700..<1800),
            .init(duration: .milliseconds(393_000), range: 1800..<2500),
        ])

    @Test func `a playlist names its file once for each frame`() {
        #expect(
            String(decoding: Self.playlist.serialized(), as: UTF8.self) == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:393
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-I-FRAMES-ONLY
                #EXT-X-MAP:URI="iframes.a1.mp4",BYTERANGE="700@0"
                #EXTINF:4.000,
                #EXT-X-BYTERANGE:1100@700
                iframes.a1.mp4
                #EXTINF:393.000,
                #EXT-X-BYTERANGE:700@1800
                iframes.a1.mp4
                #EXT-X-ENDLIST

                """)
    }

    @Test func `a written playlist is read back`() throws {
        #expect(try HLSIFramePlaylist(parsing: Self.playlist.serialized()) == Self.playlist)
        var unfinished = Self.playlist
        unfinished.isComplete = false
        #expect(try HLSIFramePlaylist(parsing: unfinished.serialized()) == unfinished)
    }

    @Test func `a range without an offset follows the one before`() throws {
        let text =
            "#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"9\"\n"
            + "#EXTINF:1,\n#EXT-X-BYTERANGE:5@9\na.mp4\n#EXTINF:1,\n#EXT-X-BYTERANGE:6\na.mp4\n"
        let playlist = try HLSIFramePlaylist(parsing: Array(text.utf8))
        #expect(playlist.map == 0..<9)
        #expect(playlist.frames.map(\.range) == [9..<14, 14..<20])
    }

    @Test(arguments: [
        "#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"9@0\"\n#EXTINF:1,\n#EXT-X-BYTERANGE:5\na.mp4",
        "#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"9@0\"\n#EXTINF:1,\na.mp4",
        "#EXT-X-MAP:URI=\"a.mp4\"\n#EXTINF:1,\n#EXT-X-BYTERANGE:5@9\na.mp4",
        "#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"9@0\"\n#EXTINF:1,\n#EXT-X-BYTERANGE:5@x\na.mp4",
        "#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"9@0\"\n#EXTINF:1,\n#EXT-X-BYTERANGE:x@5\na.mp4",
    ])
    func `a frame without a place is a fault`(_ lines: String) {
        let error = #expect(throws: ThumbnailFormatError.self) {
            try HLSIFramePlaylist(parsing: Array("#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n\(lines)".utf8))
        }
        #expect(error?.code == .malformed)
    }

    @Test func `frames past any file are refused`() {
        let text = "#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n#EXTINF:1,\n#EXT-X-BYTERANGE:9223372036854775807@9\na.mp4"
        let error = #expect(throws: ThumbnailFormatError.self) { try HLSIFramePlaylist(parsing: Array(text.utf8)) }
        #expect(error?.code == .limitExceeded)
    }

    @Test func `a damaged playlist is read or refused`() {
        Damages.each(of: Self.playlist.serialized(), count: 3000, seed: 8) { damaged in
            guard let playlist = try? HLSIFramePlaylist(parsing: damaged) else { return false }
            return (try? HLSIFramePlaylist(parsing: playlist.serialized())) != nil
        }
    }
}
