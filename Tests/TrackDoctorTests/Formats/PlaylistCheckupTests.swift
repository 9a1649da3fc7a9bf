import PlayerFormats
import Testing
import Tiers
import TiledJPEG
import WebVTT

@testable import TrackDoctor

struct PlaylistCheckupTests {
    private static let tiles = HLSImagePlaylist.Tiles(
        resolution: PixelSize(width: 160, height: 90), columns: 2, rows: 2, duration: Timestamp(milliseconds: 1000))
    /// Two sheets, the second of which is used by half.
    private static let sheets = HLSImagePlaylist(resources: [
        .init(uri: "0.png", duration: Timestamp(milliseconds: 4000), tiles: tiles),
        .init(uri: "1.png", duration: Timestamp(milliseconds: 1500), tiles: tiles),
    ])
    private static let files = ["0.png": pngHeader(320, 180), "1.png": pngHeader(320, 90)]

    private static func text(_ playlist: HLSImagePlaylist) -> String {
        String(decoding: playlist.serialized(), as: UTF8.self)
    }

    @Test func `a playlist of sheets is in good health, and its repaired form is a track`() async throws {
        let checkup = try await checkup(
            Self.text(Self.sheets), files: Self.files, duration: Timestamp(milliseconds: 5500))
        #expect(checkup.found == [])
        #expect((checkup.cueCount, checkup.sheetCount, checkup.examinedSheetCount) == (6, 2, 2))
        #expect(checkup.readers?.hasPrefix("Roku") == true)
        let repaired = try #require(checkup.repaired)
        #expect(repaired.cues.map(\.start.milliseconds) == [0, 1000, 2000, 3000, 4000, 5000])
        #expect(repaired.cues[3].text == "0.png#xywh=160,90,160,90")
        #expect(repaired.cues[5].end == Timestamp(milliseconds: 5500))
    }

    @Test func `a playlist of single pictures is in good health`() async throws {
        let playlist = HLSImagePlaylist(resources: [
            .init(uri: "0.png", duration: Timestamp(milliseconds: 4000)),
            .init(uri: "1.png", duration: Timestamp(milliseconds: 393_000)),
        ])
        let checkup = try await checkup(Self.text(playlist), files: Self.files)
        #expect(checkup.found == [])
        #expect((checkup.cueCount, checkup.sheetCount) == (2, 2))
    }

    @Test(arguments: [
        ("#EXT-X-IMAGES-ONLY", "#", ["no-pictures"]),
        ("#EXTINF:4.000,", "#EXTINF:x,", ["unreadable-playlist 7"]),
        ("LAYOUT=2x2,DURATION=1.000\n1.png", "LAYOUT=2x1,DURATION=1.000\n1.png", ["mixed-layouts 12"]),
        ("#EXTINF:1.500,", "#EXTINF:0,", ["zero-durations 12"]),
        ("#EXTINF:4.000,", "#EXTINF:9.000,", ["irregular-tiles 9", "target-duration"]),
        ("#EXTINF:4.000,", "#EXT-X-GAP\n#EXTINF:4.000,", ["missing-pictures 10"]),
        ("#EXT-X-TARGETDURATION:4\n", "", ["target-duration"]),
        ("#EXT-X-ENDLIST", "", ["open-end"]),
        ("0.png", "2.png", ["missing-sheets 9"]),
        ("160x90,LAYOUT=2x2,DURATION=1.000\n0", "160x45,LAYOUT=2x4,DURATION=0.500\n0", ["mixed-layouts 12"]),
        (
            "160x90,LAYOUT=2x2,DURATION=1.000\n0", "100x90,LAYOUT=2x2,DURATION=1.000\n0",
            ["undeclared-sizes 9", "mixed-layouts 12"]
        ),
    ])
    func `a fault has its rule and its line`(_ part: String, other: String, found: [String]) async throws {
        let text = Self.text(Self.sheets).replacing(part, with: other, maxReplacements: 1)
        #expect(try Set(await checkup(text, files: Self.files).found) == Set(found))
    }

    @Test func `pictures that end before the film are found`() async throws {
        let duration = Timestamp(milliseconds: 5501)
        #expect(
            try await checkup(Self.text(Self.sheets), files: Self.files, duration: duration).found == [
                "playlist-end 12"
            ])
    }

    @Test func `a playlist of a film is reported as one without pictures`() async throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n"
        #expect(try await checkup(text).found == ["no-pictures"])
        #expect(try await checkup("#EXTM3U\n").found == ["no-pictures", "target-duration"])
    }

    @Test func `an address that each tile would repeat is followed only so far`() async throws {
        let tiles = "#EXT-X-TILES:RESOLUTION=1x1,LAYOUT=1000x1000,DURATION=0.001\n#EXTINF:1000,\n"
        let uri = String(repeating: "a", count: 1 << 16)
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1000\n#EXT-X-IMAGES-ONLY\n\(tiles)\(uri)\n#EXT-X-ENDLIST\n"
        var options = Checkup.Options()
        options.maximumAddressBytes = 1 << 20
        #expect(try await (1...16).contains(checkup(Array(text.utf8), options: options).cueCount))
    }

    @Test func `a layout of a million tiles is followed only so far`() async throws {
        let tiles = "#EXT-X-TILES:RESOLUTION=1x1,LAYOUT=1000x1000,DURATION=0.001\n#EXTINF:1000,\n0.png\n"
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1000\n#EXT-X-IMAGES-ONLY\n\(tiles)#EXT-X-ENDLIST\n"
        #expect(try await checkup(text).cueCount == TrackText.maximumPictures)
    }
}
