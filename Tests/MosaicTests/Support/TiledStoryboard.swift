import CJPEGOracle
import MosaicFixtures
import OracleJPEG
import Raster
import TiledJPEG
import WebVTT

@testable import Mosaic

/// A storyboard with real sheets: every tile is a JPEG of a different color, which libjpeg encoded.
struct TiledStoryboard {
    var id = "film"
    var times: [Int64]
    var duration: Int64?
    var tile = PixelSize(width: 32, height: 32)
    var grid = TileGrid(columns: 3, rows: 2)
    var track = TrackSettings()
    /// The title of each tile by its position; further tiles have none.
    var titles: [Int: String] = [:]
    var chapters: [Int: Int] = [:]
    var format = SheetFormat.jpeg
    /// Makes the tiles' colors different from those of another edition.
    var edition = 0

    private var cell: PixelSize { tile.roundedUp(toMultipleOf: PixelSize(width: 16, height: 16)) }

    /// A tile as a JPEG of the cell's size.
    private func cellBytes(_ number: Int) -> [UInt8] {
        var recipe = CJPEGOracleRecipe(width: cell.width, height: cell.height)
        recipe.restart_interval = Int32(cell.width / 16)
        let seed = number + 7_919 * edition
        let color = [20 + seed * 83 % 200, 30 + seed * 131 % 190, 25 + seed * 57 % 200].map(UInt8.init)
        return recipe.encoded(Array(repeatElement(color, count: cell.pixelCount).joined()))
    }

    /// The sheets' bytes.
    func sheetBytes() throws -> [[UInt8]] {
        guard let grid else { preconditionFailure("a bad grid") }
        if format == .png { return stride(from: 0, to: times.count, by: grid.count).map { Array("PNG \($0)".utf8) } }
        let filler = try EncodedTile(parsing: cellBytes(1_000_003))
        return try stride(from: 0, to: times.count, by: grid.count).map { first in
            let tiles = try (first..<min(first + grid.count, times.count)).map {
                try EncodedTile(parsing: cellBytes($0))
            }
            return try TiledSheet(assembling: tiles, columns: grid.columns, filler: filler).encoded()
        }
    }

    func storyboard() throws -> Storyboard { try storyboard(of: sheetBytes()) }

    func storyboard(of sheetBytes: [[UInt8]]) throws -> Storyboard {
        guard let grid, let id = StoryboardID(rawValue: id) else { preconditionFailure("a bad drawing") }
        let geometry = TileGeometry(tile: tile, cell: cell, grid: grid)
        let layout = try StoryboardLayout(
            times: times.map(Timestamp.init(milliseconds:)), geometry: geometry,
            duration: duration.map(Timestamp.init(milliseconds:)), startsAtZero: track.startsAtZero)
        let sheets = sheetBytes.enumerated().map { number, bytes in
            let hash = ContentHash(of: bytes)
            let tiles = layout.tilesOnSheet[number]
            return Sheet(
                name: SheetName(number: number, hash: hash, format: format), size: geometry.sheetSize(tiles: tiles),
                tiles: tiles, bytes: bytes.count, sha256: hash)
        }
        let tiles = layout.placements.enumerated().map { index, placement in
            let screenshot = Screenshot(
                name: "\(index).jpg", time: Timestamp(milliseconds: times[index]), chapter: chapters[index],
                title: titles[index])
            let record = TileRecord(
                source: Tile.Source(
                    name: screenshot.name, bytes: 100, checksum: nil, version: nil, hasICCProfile: false),
                state: .ok, reason: nil, decoding: .scaled)
            return Tile(screenshot: screenshot, placement: placement, record: record)
        }
        var encoding = TileEncoding()
        encoding.format = format
        encoding.tables = format == .jpeg ? .newest : nil
        return Storyboard(
            id: id, title: nil, duration: duration.map(Timestamp.init(milliseconds:)), encoding: encoding,
            geometry: geometry, track: track, sheets: sheets, tiles: tiles, skipped: [])
    }

    /// Stores sheets, record and track below a folder; nil for the whole store.
    @discardableResult
    func publish(in store: any ObjectStore, _ folder: ObjectKey? = nil) async throws -> Storyboard {
        let bytes = try sheetBytes()
        let storyboard = try storyboard(of: bytes)
        func key(_ name: String) -> ObjectKey { folder?.appending(name) ?? ObjectKey(part: name) }
        for (sheet, bytes) in zip(storyboard.sheets, bytes) { try await store.put(key(sheet.name.rawValue), bytes) }
        try await store.put(key(Storyboard.recordName), storyboard.record())
        try await store.put(key(Storyboard.trackName), storyboard.trackDocument())
        return storyboard
    }

    /// Its exports' source, from a store in memory.
    func source(_ options: ExportOptions = ExportOptions(), further: [TiledStoryboard] = []) async throws
        -> ExportSource
    {
        let store = MemoryStore()
        let main = try await publish(in: store)
        var others: [Storyboard] = []
        for other in further {
            others.append(try await other.publish(in: store, ObjectKey(part: String(other.tile.width))))
        }
        return ExportSource(
            StoryboardSet(main, further: others), StoredSheets(in: store, folder: nil), options)
    }
}
