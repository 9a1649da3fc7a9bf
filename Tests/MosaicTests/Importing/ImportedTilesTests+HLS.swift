import MosaicFixtures
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Playlists of images.
extension ImportedTilesTests {
    /// Sheets `0.jpg` and so on of 2x2 tiles of 50x30, and a picture `one.jpg` of one tile.
    func writeSheets(_ counts: [Int]) throws {
        for (number, count) in counts.enumerated() {
            let sheet = ForeignSheet(numbers: Array(1...count), columns: 2, rows: 2)
            try folder.write(sheet.encoded, to: "\(number).jpg")
        }
        try folder.write(ForeignSheet(numbers: [1], columns: 1, rows: 1).encoded, to: "one.jpg")
    }

    /// Reads a playlist of segments: each has tags and a URI, and lasts 20 s.
    private func readPlaylist(_ segments: [(tags: [String], uri: String)]) throws -> ImportedTiles {
        let lines = segments.flatMap { $0.tags + ["#EXTINF:20,", $0.uri] }
        try write(
            (["#EXTM3U", "#EXT-X-IMAGES-ONLY"] + lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n"),
            to: "images.m3u8")
        return try read("images.m3u8")
    }

    private var layout: String { "#EXT-X-TILES:RESOLUTION=50x30,LAYOUT=2x2,DURATION=5" }

    @Test(arguments: [0, 1, 2])
    func `a layout that one picture has divides all sheets, and a remark counts them`(position: Int) throws {
        try writeSheets([4, 4, 4])
        let tiles = try readPlaylist((0...2).map { ($0 == position ? [layout] : [], "\($0).jpg") })
        #expect(times(tiles) == (0..<12).map { 5_000 * $0 } && tiles.duration == Timestamp(milliseconds: 60_000))
        #expect(tiles.remarks == ["images.m3u8: 2 pictures without EXT-X-TILES, divided by that of the others."])
        #expect(tiles.document?.hasSuffix("/images.m3u8") == true)
    }

    @Test func `a picture that is not of a sheet's size is one tile, and a gap leaves the tile before`() throws {
        try writeSheets([4, 4])
        let gap = "#EXT-X-GAP"
        let tiles = try readPlaylist([([layout], "0.jpg"), ([], "one.jpg"), ([gap], "absent.jpg"), ([layout], "1.jpg")])
        #expect(times(tiles) == [0, 5_000, 10_000, 15_000, 20_000, 60_000, 65_000, 70_000, 75_000])
        #expect(tiles.remarks.count == 2 && tiles.remarks[0].contains("1 picture without EXT-X-TILES and not of"))
        #expect(tiles.remarks[1].contains("1 picture missing by EXT-X-GAP"))
        let single = try readPlaylist([([], "one.jpg"), ([], "0.jpg")])
        #expect(times(single) == [0, 20_000] && single.remarks.isEmpty, "the format allows pictures of one tile")
    }

    @Test(
        arguments: [
            ("RESOLUTION=100x60,LAYOUT=2x2,DURATION=5", 8, "RESOLUTION is the size of a whole sheet; tiles of 50x30"),
            ("RESOLUTION=50x30,LAYOUT=\"2x2\",DURATION=20", 8, "DURATION is that of a whole sheet"),
            ("RESOLUTION=50x30,LAYOUT=2x2,DURATION=10", 4, "2 cells before the last sheet left out"),
            ("RESOLUTION=50x30,LAYOUT=2x2,DURATION=5", 8, ""),
        ])
    func `a layout of whole sheets is repaired, and tiles without a time are counted`(
        attributes: String, count: Int, remark: String
    ) throws {
        try writeSheets([4, 4])
        let tiles = try readPlaylist((0...1).map { (["#EXT-X-TILES:\(attributes)"], "\($0).jpg") })
        #expect(tiles.tiles.count == count && tiles.tiles[1].rect == PixelRect(x: 50, y: 0, width: 50, height: 30))
        #expect(tiles.remarks.count == (remark.isEmpty ? 0 : 1) && tiles.remarks.allSatisfy { $0.contains(remark) })
    }

    @Test func `a layout that no sheet has is refused`() throws {
        try writeSheets([4])
        let failure = failure {
            try readPlaylist([(["#EXT-X-TILES:RESOLUTION=40x30,LAYOUT=3x2,DURATION=5"], "0.jpg")])
        }
        #expect(failure?.code == .malformed && failure?.reason.contains("no grid of 3x2") == true)
    }
}
