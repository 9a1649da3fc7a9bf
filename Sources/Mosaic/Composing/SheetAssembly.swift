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

    /// Makes JPEG sheets, each by moving bytes as soon as its tiles are there: while a sheet is written, the tiles of the
    /// next ones are made.
    func jpeg(
        _ screenshots: [Screenshot], reuse: TileReuse?, check: ([TileRecord]) throws -> Void,
        deliver: (SheetResult) async throws -> Void
    ) async throws -> [TileRecord] {
        var records = screenshots.indices.map { reuse?.record(forScreenshot: $0) }
        let missing = screenshots.indices.filter { records[$0] == nil }
        progress.advance(by: screenshots.count - missing.count)
        var made: [Int: TileOutcome] = [:]
        var placeholder = PlaceholderTile(of: tiles.settings, by: tiles.makers)
        var sheets = layout.tilesOnSheet.indices[...]
        func deliverWholeSheets() async throws {
            while let sheet = sheets.first, layout.tiles(onSheet: sheet).allSatisfy({ records[$0] != nil }) {
                try Task.checkCancellation()
                sheets.removeFirst()
                try await deliver(try result(sheet, reuse, made, &placeholder))
                // Its bytes are on the sheet now.
                for index in layout.tiles(onSheet: sheet) { made[index] = nil }
            }
        }
        try await deliverWholeSheets()
        try await tiles.make(missing.map { screenshots[$0] }[...], progress: progress) { position, outcome in
            made[missing[position]] = outcome
            records[missing[position]] = outcome.record
            try await deliverWholeSheets()
        }
        let all = records.compactMap(\.self)
        try check(all)
        return all
    }

    private func result(
        _ sheet: Int, _ reuse: TileReuse?, _ made: [Int: TileOutcome], _ placeholder: inout PlaceholderTile
    ) throws -> SheetResult {
        if let whole = reuse?.wholeSheets[sheet] { return .unchanged(whole) }
        let columns = layout.geometry.grid.columns
        var encoded: [EncodedTile] = []
        for index in layout.tiles(onSheet: sheet) {
            if let moved = reuse?.tile(forScreenshot: index) {
                encoded.append(moved)
            } else {
                encoded.append(try EncodedTile(parsing: (made[index]?.tile ?? placeholder.tile()).bytes))
            }
        }
        let isFull = encoded.count.isMultiple(of: columns)
        let assembled = try TiledSheet(
            assembling: encoded, columns: columns, filler: isFull ? nil : EncodedTile(parsing: placeholder.tile().bytes)
        )
        return .made(sheet, assembled.encoded())
    }

    /// Makes PNG sheets one row of cells at a time, because pixels are too large to keep.
    func png(
        _ screenshots: [Screenshot], check: ([TileRecord]) throws -> Void, deliver: (SheetResult) async throws -> Void
    ) async throws -> [TileRecord] {
        let columns = layout.geometry.grid.columns
        var placeholder = PlaceholderTile(of: tiles.settings, by: tiles.makers)
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
