import Mosaic
import TiledJPEG

/// Sheets out of encoded tiles, as a composition makes them.
enum Splicing {
    /// Reads every tile's segments and interleaves them.
    @discardableResult
    static func sheets(of tiles: [[UInt8]], grid: TileGrid) throws -> [[UInt8]] {
        try sheets(of: tiles.map { try EncodedTile(parsing: $0) }, grid: grid)
    }

    /// Interleaves the segments of tiles that were read before.
    @discardableResult
    static func sheets(of tiles: [EncodedTile], grid: TileGrid) throws -> [[UInt8]] {
        try stride(from: 0, to: tiles.count, by: grid.count).map { first in
            let onSheet = Array(tiles[first..<min(first + grid.count, tiles.count)])
            return try TiledSheet(assembling: onSheet, columns: grid.columns).encoded()
        }
    }
}
