import Seeded
import Testing
import TiledJPEG
import WebVTT

@testable import PlayerFormats

struct HLSImagePlaylistTests {
    static let tiles = HLSImagePlaylist.Tiles(
        resolution: PixelSize(width: 160, height: 90), columns: 5, rows: 4, duration: .milliseconds(4170))

    static let playlist = HLSImagePlaylist(resources: [
        .init(uri: "tiles/0.a1.jpg", duration: .milliseconds(83_400), tiles: tiles),
        .init(uri: "gap.jpg", duration: .milliseconds(83_400), isGap: true),
        .init(uri: "one picture.jpg", duration: .milliseconds(1)),
    ])

    @Test func `a playlist has a line for each fact`() {
        #expect(
            String(decoding: Self.playlist.serialized(), as: UTF8.self) == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:84
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-IMAGES-ONLY
                #EXTINF:83.400,
                #EXT-X-TILES:RESOLUTION=160x90,LAYOUT=5x4,DURATION=4.170
                tiles/0.a1.jpg
                #EXT-X-GAP
                #EXTINF:83.400,
                gap.jpg
                #EXTINF:0.001,
                one%20picture.jpg
                #EXT-X-ENDLIST

                """)
    }

    @Test func `an unfinished playlist has neither a type nor an end`() throws {
        var playlist = Self.playlist
        playlist.isComplete = false
        let text = String(decoding: playlist.serialized(), as: UTF8.self)
        #expect(!text.contains("PLAYLIST-TYPE"))
        #expect(!text.contains("ENDLIST"))
        #expect(try !HLSImagePlaylist(parsing: playlist.serialized()).isComplete)
    }

    @Test func `a written playlist is read back`() throws {
        var random = SeededGenerator(seed: 19)
        for _ in 0..<200 {
            let resources = (0..<Int.random(in: 0...20, using: &random)).map { number in
                HLSImagePlaylist.Resource(
                    uri: "tiles/\(number).jpg", duration: .milliseconds(.random(in: 0...9_000_000, using: &random)),
                    tiles: Bool.random(using: &random) ? Self.tiles : nil, isGap: Bool.random(using: &random))
            }
            let playlist = HLSImagePlaylist(resources: resources, isComplete: Bool.random(using: &random))
            #expect(try HLSImagePlaylist(parsing: playlist.serialized()) == playlist)
        }
    }

    @Test func `durations between milliseconds do not drift`() throws {
        let lines = (0..<3000).map { "#EXTINF:4.1704,\n\($0).jpg" }.joined(separator: "\r\n")
        let playlist = try HLSMediaPlaylist(parsing: Array("#EXTM3U\r\n#EXT-X-IMAGES-ONLY\r\n\(lines)".utf8))
        #expect(playlist.segments.last?.start == .milliseconds(12_507_030))
        #expect(playlist.end == .milliseconds(12_511_200))
    }

    @Test(arguments: [
        ("#EXTM3U\n#EXTINF:4,\na.jpg", "playlist"),
        ("#EXTM4U\n#EXT-X-IMAGES-ONLY", "line 1"),
        ("#EXTM3U\n#EXT-X-IMAGES-ONLY\na.jpg", "line 3"),
        ("#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXTINF:-4,\na.jpg", "line 3"),
        ("#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXTINF:4,", "end"),
        ("#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXT-X-TILES:RESOLUTION=1x1,LAYOUT=0x2,DURATION=1\n#EXTINF:4,\na.jpg", "line 3"),
        ("#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXT-X-TILES:RESOLUTION=1x1,LAYOUT=1x1001,DURATION=1\n", "line 3"),
        ("#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXT-X-TILES:RESOLUTION=65536x1,LAYOUT=1x1,DURATION=1\n", "line 3"),
        ("#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXT-X-TILES:RESOLUTION=1x1,DURATION=1\n#EXTINF:4,\na.jpg", "line 3"),
        ("#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXT-X-TILES:URI=\"a\n#EXTINF:4,\na.jpg", "line 3"),
        ("#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXT-X-TILES:DURATION=1,DURATION=1\n#EXTINF:4,\na.jpg", "line 3"),
    ])
    func `a fault has its line`(_ text: String, subject: String) {
        let error = #expect(throws: ThumbnailFormatError.self) { try HLSImagePlaylist(parsing: Array(text.utf8)) }
        #expect(error?.code == .malformed)
        #expect(error?.subject == subject)
    }

    @Test(arguments: [
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8",
        "#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:4,\na.jpg",
        "#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXT-X-BYTERANGE:10@0\n#EXTINF:4,\na.jpg",
    ])
    func `a valid playlist with other features is unsupported`(_ text: String) {
        let error = #expect(throws: ThumbnailFormatError.self) { try HLSImagePlaylist(parsing: Array(text.utf8)) }
        #expect(error?.code == .unsupported)
    }

    @Test func `a damaged playlist is read or refused`() {
        let bytes = Self.playlist.serialized()
        Damages.each(of: bytes, count: 3000, seed: 7) { damaged in
            guard let playlist = try? HLSImagePlaylist(parsing: damaged) else { return false }
            return (try? HLSImagePlaylist(parsing: playlist.serialized())) != nil
        }
    }
}

extension Timestamp {
    static func milliseconds(_ value: Int64) -> Timestamp { Timestamp(milliseconds: value) }
}
