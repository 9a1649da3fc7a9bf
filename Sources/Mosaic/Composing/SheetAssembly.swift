import MosaicFiles
import Raster
import TiledJPEG

/// The result for one sheet of a storyboard.
enum SheetResult {
    /// The published sheet is unchanged.
    case unchanged(Sheet)
    /// Its number and its bytes.
    case made(Int, [UInt8])
}

/// The permits of the tiles on one sheet; released when the sheet is staged.
struct SheetPermits: Sendable {
    let semaphore: AsyncSemaphore
    /// Permits of new tiles; moved tiles have none.
    let count: Int

    func release() { if count > 0 { semaphore.release(count) } }
}

/// Assembles sheets in order and delivers each sheet when it is complete.
struct SheetAssembly {
    let layout: StoryboardLayout
    let tiles: TileWorkers
    let progress: ProgressCount

    /// Makes JPEG sheets from the bytes of their tiles; while one sheet is written, the tiles of the next ones are
    /// made.
    func jpeg(
        _ screenshots: [Screenshot], reuse: TileReuse?, check: ([TileRecord]) throws -> Void,
        deliver: (SheetResult, SheetPermits) async throws -> Void
    ) async throws -> [TileRecord] {
        var records = screenshots.indices.map { reuse?.record(forScreenshot: $0) }
        let missing = screenshots.indices.filter { records[$0] == nil }
        progress.advance(by: screenshots.count - missing.count)
        let permits = permits
        var made: [Int: TileOutcome] = [:]
        var placeholder = PlaceholderTile(of: tiles.settings, by: tiles.makers)
        var sheets = layout.tilesOnSheet.indices[...]
        func deliverWholeSheets() async throws {
            while let sheet = sheets.first, layout.tiles(onSheet: sheet).allSatisfy({ records[$0] != nil }) {
                try Task.checkCancellation()
                sheets.removeFirst()
                let result = try await result(sheet, reuse, made, &placeholder)
                let held = layout.tiles(onSheet: sheet).count { made[$0] != nil }
                // Their bytes are on the sheet now.
                for index in layout.tiles(onSheet: sheet) { made[index] = nil }
                try await deliver(result, SheetPermits(semaphore: permits, count: held))
            }
        }
        try await deliverWholeSheets()
        let waiting = missing.map { screenshots[$0] }
        try await tiles.make(waiting[...], permits: permits, progress: progress) { position, outcome in
            made[missing[position]] = outcome
            records[missing[position]] = outcome.record
            try await deliverWholeSheets()
        }
        let all = records.compactMap(\.self)
        try check(all)
        return all
    }

    private var permits: AsyncSemaphore {
        tiles.permits(forSheetsOf: min(layout.geometry.grid.count, layout.placements.count))
    }

    private func result(
        _ sheet: Int, _ reuse: TileReuse?, _ made: [Int: TileOutcome], _ placeholder: inout PlaceholderTile
    ) async throws -> SheetResult {
        if let whole = reuse?.wholeSheets[sheet] { return .unchanged(whole) }
        let columns = layout.geometry.grid.columns
        var encoded: [EncodedTile] = []
        for index in layout.tiles(onSheet: sheet) {
            if let moved = reuse?.tile(forScreenshot: index) {
                encoded.append(moved)
            } else if let tile = made[index]?.tile {
                encoded.append(try EncodedTile(parsing: tile.bytes))
            } else {
                encoded.append(try EncodedTile(parsing: await placeholder.tile().bytes))
            }
        }
        let isFull = encoded.count.isMultiple(of: columns)
        let filler = isFull ? nil : try EncodedTile(parsing: await placeholder.tile().bytes)
        let assembled = try TiledSheet(assembling: encoded, columns: columns, filler: filler)
        return .made(sheet, assembled.encoded())
    }

    /// Makes PNG sheets one row of cells at a time, because pixels are too large to keep.
    func png(
        _ screenshots: [Screenshot], check: ([TileRecord]) throws -> Void,
        deliver: (SheetResult, SheetPermits) async throws -> Void
    ) async throws -> [TileRecord] {
        let columns = layout.geometry.grid.columns
        let permits = permits
        var placeholder = PlaceholderTile(of: tiles.settings, by: tiles.makers)
        var records: [TileRecord] = []
        for sheet in layout.tilesOnSheet.indices {
            let range = layout.tiles(onSheet: sheet)
            try await permits.acquire(range.count)
            let size = layout.geometry.sheetSize(tiles: range.count)
            var encoder = try PNGSheetEncoder(size: size, cell: layout.geometry.cell)
            for first in stride(from: range.lowerBound, to: range.upperBound, by: columns) {
                let row = screenshots[first..<min(first + columns, range.upperBound)]
                let outcomes = try await tiles.outcomes(for: row, progress: progress)
                var cells: [MadeTile] = []
                for outcome in outcomes {
                    if let tile = outcome.tile {
                        cells.append(tile)
                    } else {
                        cells.append(try await placeholder.tile())
                    }
                }
                while cells.count < columns { cells.append(try await placeholder.tile()) }
                try await PixelExecutor.shared.run { try encoder.append(cells) }
                records += outcomes.map(\.record)
            }
            let bytes = try await PixelExecutor.shared.run { try encoder.finish() }
            try await deliver(.made(sheet, bytes), SheetPermits(semaphore: permits, count: range.count))
        }
        try check(records)
        return records
    }
}
