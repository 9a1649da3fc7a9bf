import Raster
import TiledJPEG

/// Puts tiles on sheets in order and hands each sheet over as soon as it is whole.
struct SheetAssembly {
    let layout: StoryboardLayout
    let tiles: TileWorkers
    let progress: ProgressCount

    /// Makes JPEG sheets: all tiles first, a few kilobytes each, then every sheet by moving their bytes.
    func jpeg(
        _ screenshots: [Screenshot], check: ([TileRecord]) throws -> Void, deliver: (Int, [UInt8]) throws -> Void
    ) async throws -> [TileRecord] {
        let outcomes = try await tiles.outcomes(for: screenshots[...], progress: progress)
        let records = outcomes.map(\.record)
        try check(records)
        let placeholder = try EncodedTile(parsing: TileMaker(settings: tiles.settings).placeholder().bytes)
        for sheet in layout.tilesOnSheet.indices {
            try Task.checkCancellation()
            let encoded = try outcomes[layout.tiles(onSheet: sheet)].map { outcome in
                try outcome.tile.map { try EncodedTile(parsing: $0.bytes) } ?? placeholder
            }
            let assembled = try TiledSheet(
                assembling: encoded, columns: layout.geometry.grid.columns, filler: placeholder)
            try deliver(sheet, assembled.encoded())
        }
        return records
    }

    /// Makes PNG sheets one row of cells at a time, because pixels are too large to keep.
    func png(
        _ screenshots: [Screenshot], check: ([TileRecord]) throws -> Void, deliver: (Int, [UInt8]) throws -> Void
    ) async throws -> [TileRecord] {
        let columns = layout.geometry.grid.columns
        let placeholder = try TileMaker(settings: tiles.settings).placeholder()
        var records: [TileRecord] = []
        for sheet in layout.tilesOnSheet.indices {
            let range = layout.tiles(onSheet: sheet)
            let size = layout.geometry.sheetSize(tiles: range.count)
            var encoder = try PNGSheetEncoder(size: size, cell: layout.geometry.cell)
            for first in stride(from: range.lowerBound, to: range.upperBound, by: columns) {
                let row = screenshots[first..<min(first + columns, range.upperBound)]
                let outcomes = try await tiles.outcomes(for: row, progress: progress)
                var cells = outcomes.map { $0.tile ?? placeholder }
                while cells.count < columns { cells.append(placeholder) }
                try encoder.append(cells)
                records += outcomes.map(\.record)
            }
            try deliver(sheet, try encoder.finish())
        }
        try check(records)
        return records
    }
}
