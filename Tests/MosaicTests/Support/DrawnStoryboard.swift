import Raster
import TiledJPEG
import WebVTT

@testable import Mosaic

/// A storyboard whose sheets are any bytes, for tests of documents and folders that never look at a pixel.
struct DrawnStoryboard {
    var id = "film"
    var times: [Int64] = [0, 10_000, 25_000, 40_000, 61_500]
    var duration: Int64?
    var track = TrackSettings()
    var title: String?
    /// Makes the sheets' bytes different from those of another edition.
    var edition = 1
    /// Pixels of a tile from left to right.
    var width = 40

    private static let grid = TileGrid(columns: 2, rows: 1)

    /// The bytes of the sheets, two tiles on each.
    var sheetBytes: [[UInt8]] {
        stride(from: 0, to: times.count, by: 2).map { Array("sheet \($0 / 2) of edition \(edition)".utf8) }
    }

    func storyboard() throws -> Storyboard {
        guard let grid = Self.grid, let id = StoryboardID(rawValue: id) else { preconditionFailure("a bad drawing") }
        let geometry = TileGeometry(
            tile: PixelSize(width: width, height: 30),
            cell: PixelSize(width: (width + 15) / 16 * 16, height: 32), grid: grid)
        let layout = try StoryboardLayout(
            times: times.map(Timestamp.init(milliseconds:)), geometry: geometry,
            duration: duration.map(Timestamp.init(milliseconds:)), startsAtZero: track.startsAtZero)
        let sheets = sheetBytes.enumerated().map { number, bytes in
            let hash = ContentHash(of: bytes)
            let tiles = layout.tilesOnSheet[number]
            return Sheet(
                name: SheetName(number: number, hash: hash, format: .jpeg), size: geometry.sheetSize(tiles: tiles),
                tiles: tiles, bytes: bytes.count, sha256: hash)
        }
        let tiles = layout.placements.enumerated().map { index, placement in
            let isBroken = index == 1
            let screenshot = Screenshot(
                name: "ch\(index + 1).jpg", time: Timestamp(milliseconds: times[index]),
                chapter: index + 1, title: index == 2 ? "\"Three\",\n<b>ü</b> 日本/\u{1}" : nil)
            let record = TileRecord(
                source: Tile.Source(
                    name: screenshot.name, bytes: isBroken ? nil : 100 + index,
                    checksum: isBroken ? nil : Checksum(of: [UInt8(truncatingIfNeeded: index)]),
                    version: isBroken ? nil : ObjectVersion(rawValue: "77:\(100 + index):\"ü\""),
                    hasICCProfile: index == 3),
                state: isBroken ? .placeholder : .ok, reason: isBroken ? "It ends early." : nil,
                decoding: isBroken ? nil : .scaled)
            return Tile(screenshot: screenshot, placement: placement, record: record)
        }
        var encoding = TileEncoding()
        encoding.tables = .newest
        return Storyboard(
            id: id, title: title, duration: duration.map(Timestamp.init(milliseconds:)), encoding: encoding,
            geometry: geometry, track: track, sheets: sheets, tiles: tiles,
            skipped: [SkippedFile(name: "cover.jpg", reason: "No.")])
    }
}
