import Raster
import TiledJPEG

/// What becomes of one sheet of a storyboard.
enum SheetResult {
    /// It stays as it was published.
    case unchanged(Sheet)
    /// Its number and its bytes.
    case made(Int, [UInt8])
}

/// Puts tiles on sheets in order and hands each sheet over as soon as it is whole.
struct SheetAssembly {
    let layout: StoryboardLayout
    let tiles: TileWorkers
    let progress: ProgressCount

    /// Makes JPEG sheets: first all tiles that cannot be moved from an earlier publication, a few kilobytes each, then
    /// every sheet by moving bytes.
    func jpeg(
        _ screenshots: [Screenshot], reuse: TileReuse?, check: ([TileRecord]) throws -> Void,
        deliver: (SheetResult) async throws -> Void
    ) async throws -> [TileRecord] {
        let missing = screenshots.indices.filter { reuse?.positions[$0] == nil }
        progress.advance(by: screenshots.count - missing.count)
        let outcomes = try await tiles.outcomes(for: missing.map { screenshots[$0] }[...], progress: progress)
        let made = Dictionary(uniqueKeysWithValues: zip(missing, outcomes))
        let records = screenshots.indices.compactMap { made[$0]?.record ?? reuse?.record(forScreenshot: $0) }
        try check(records)
        let columns = layout.geometry.grid.columns
        var placeholder = PlaceholderTile(settings: tiles.settings)
        for sheet in layout.tilesOnSheet.indices {
            try Task.checkCancellation()
            if let whole = reuse?.wholeSheets[sheet] {
                try await deliver(.unchanged(whole))
                continue
            }
            let encoded = try layout.tiles(onSheet: sheet).map { index in
                if let moved = reuse?.tile(forScreenshot: index) { return moved }
                return try EncodedTile(parsing: (made[index]?.tile ?? placeholder.tile()).bytes)
            }
            let isFull = encoded.count.isMultiple(of: columns)
            let assembled = try TiledSheet(
                assembling: encoded, columns: columns,
                filler: isFull ? nil : EncodedTile(parsing: placeholder.tile().bytes))
            try await deliver(.made(sheet, assembled.encoded()))
        }
        return records
    }

    /// Makes PNG sheets one row of cells at a time, because pixels are too large to keep.
    func png(
        _ screenshots: [Screenshot], check: ([TileRecord]) throws -> Void, deliver: (SheetResult) async throws -> Void
    ) async throws -> [TileRecord] {
        let columns = layout.geometry.grid.columns
        var placeholder = PlaceholderTile(settings: tiles.settings)
        var records: [TileRecord] = []
        for sheet in layout.tilesOnSheet.indices {
            let range = layout.tiles(onSheet: sheet)
            let size = layout.geometry.sheetSize(tiles: range.count)
            var encoder = try PNGSheetEncoder(size: size, cell: layout.geometry.cell)
            for first in stride(from: range.lowerBound, to: range.upperBound, by: columns) {
                let row = screenshots[first..<min(first + columns, range.upperBound)]
                let outcomes = try await tiles.outcomes(for: row, progress: progress)
                var cells = try outcomes.map { try $0.tile ?? placeholder.tile() }
                while cells.count < columns { cells.append(try placeholder.tile()) }
                try encoder.append(cells)
                records += outcomes.map(\.record)
            }
            try await deliver(.made(sheet, try encoder.finish()))
        }
        try check(records)
        return records
    }
}
