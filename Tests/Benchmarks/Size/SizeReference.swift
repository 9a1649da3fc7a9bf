import Foundation
import Raster
import TiledJPEG

/// Tiles as pixels, from which every encoder makes sheets.
struct SizeReference {
    static let columns = 5
    /// SSIMULACRA2 looks at six scales, which tiles alone are too small for.
    static let rows = 6

    let name: String
    /// Whole MCUs, about 256 pixels wide.
    let tile: PixelSize
    let sheets: Int
    /// RGB of every tile, row by row, in order; they fill whole sheets.
    private let tiles: [MadeTile]

    /// Makes tiles of screenshots, as a PNG storyboard has them.
    init(name: String, _ screenshots: BenchScreenshots) throws {
        let perSheet = Self.columns * Self.rows
        sheets = screenshots.count / perSheet
        guard sheets > 0 else {
            throw ChildProcess.Failure(description: "\(screenshots.folder) has less than \(perSheet) screenshots.")
        }
        let height = 256 * screenshots.size.height / screenshots.size.width
        let tile = PixelSize(width: 256, height: max(16, (height + 8) / 16 * 16))
        let maker = try TileMaker(settings: TileSettings(tileSize: tile, cellSize: tile, codec: .png))
        tiles = try screenshots.paths.prefix(sheets * perSheet).map {
            try maker.makeTile(from: Array(Data(contentsOf: URL(fileURLWithPath: $0))))
        }
        self.name = "\(name), \(tiles.count) tiles of \(tile.width)x\(tile.height)"
        self.tile = tile
    }

    /// Pixels of all tiles, 3 bytes each.
    var rgb: [UInt8] { tiles.flatMap(\.bytes) }

    /// Our sheets of these pixels.
    func sheets(_ tables: TableSet, quality: Int) throws -> [[UInt8]] {
        let maker = try TileMaker(
            settings: TileSettings(
                tileSize: tile, cellSize: tile, codec: .jpeg(quality: quality, chroma: .yuv420, tables: tables)))
        let encoded = try tiles.map { try EncodedTile(parsing: maker.makeTile(from: png($0)).bytes) }
        let perSheet = Self.columns * Self.rows
        return try stride(from: 0, to: encoded.count, by: perSheet).map { first in
            try TiledSheet(assembling: Array(encoded[first..<first + perSheet]), columns: Self.columns).encoded()
        }
    }

    private func png(_ pixels: MadeTile) throws -> [UInt8] {
        var encoder = try PNGSheetEncoder(size: tile, cell: tile)
        try encoder.append([pixels])
        return try encoder.finish()
    }
}
