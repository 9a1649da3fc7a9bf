import MosaicSystem
import Raster
import TiledJPEG

/// The result for one sheet of a storyboard.
enum SheetResult {
    /// The published sheet is unchanged.
    case unchanged(Sheet)
    /// The bytes of a new sheet.
    case made([UInt8])
}

/// One width of a composition.
struct ComposedWidth {
    let layout: StoryboardLayout
    /// The tiles moved from the width's earlier publication; `nil` without one.
    let reuse: ReusableTiles?
}

/// Assembles tiles into sheets, in order for each width.
protocol SheetAssembly: AnyObject {
    /// Assembles a sheet. The caller requests the sheets of each width in order, and always the width whose next sheet
    /// ends with the earliest tile. The permits belong to new tiles; reused tiles have no permits.
    func sheet(_ number: Int, ofWidth width: Int) async throws -> (SheetResult, Permits)

    /// The record of each screenshot at a width; complete after the last sheet.
    func records(ofWidth width: Int) -> [TileRecord]

    /// Waits for the workers to end; called after the last sheet. Permits must still be released, because a worker
    /// acquires permits before it finds that no screenshot is left.
    func finish() async throws

    /// Stops making tiles; returns when no tile is in progress.
    func close() async
}

/// Assembles PNG sheets one row of cells at a time, because the pixels of all tiles are too large to keep.
final class PNGAssembly: SheetAssembly {
    private let screenshots: [Screenshot]
    private let layout: StoryboardLayout
    private let workers: TileWorkers
    private let permits: AsyncSemaphore
    private let progress: ProgressCount
    private var placeholder: PlaceholderTile
    private var records: [TileRecord] = []

    init(
        _ screenshots: [Screenshot], _ layout: StoryboardLayout, by workers: TileWorkers, _ progress: ProgressCount
    ) {
        self.screenshots = screenshots
        self.layout = layout
        self.workers = workers
        self.progress = progress
        permits = workers.permits(for: layout)
        placeholder = PlaceholderTile(of: workers.settings, by: workers.makers)
    }

    /// Does nothing: no tiles are made between two sheets.
    func finish() async throws {}

    /// Does nothing: no tiles are made between two sheets.
    func close() async {}

    func records(ofWidth width: Int) -> [TileRecord] { records }

    func sheet(_ number: Int, ofWidth width: Int) async throws -> (SheetResult, Permits) {
        let columns = layout.geometry.grid.columns
        let range = layout.tiles(onSheet: number)
        try await permits.acquire(range.count)
        let size = layout.geometry.sheetSize(tiles: range.count)
        var encoder = try PNGSheetEncoder(size: size, cell: layout.geometry.cell)
        for first in stride(from: range.lowerBound, to: range.upperBound, by: columns) {
            let row = screenshots[first..<min(first + columns, range.upperBound)]
            var outcomes = try await workers.outcomes(for: row.filter(\.hasArrived), progress: progress)[...]
            var cells: [MadeTile] = []
            for screenshot in row {
                let outcome = screenshot.hasArrived ? outcomes.popFirst() : nil
                if outcome == nil { progress.advance() }
                records.append(outcome?.record ?? TileRecord(notArrived: screenshot.name))
                if let tile = outcome?.tile {
                    cells.append(tile)
                } else {
                    cells.append(try await placeholder.tile())
                }
            }
            while cells.count < columns { cells.append(try await placeholder.tile()) }
            try await PixelExecutor.shared.run { try encoder.append(cells) }
        }
        let bytes = try await PixelExecutor.shared.run { try encoder.finish() }
        return (.made(bytes), Permits(range.count, of: permits))
    }
}

extension TileWorkers {
    func permits(for layout: StoryboardLayout) -> AsyncSemaphore {
        permits(forSheetsOf: min(layout.geometry.grid.count, layout.placements.count))
    }
}

/// Assembles JPEG sheets of one or several widths from the bytes of their tiles; while one sheet is stored, the tiles
/// of the next ones are made.
///
/// A screenshot is decoded once, if any width lacks its tile. New tiles of a further width are kept until their sheet
/// is complete: at most one sheet's tiles for each width, in addition to the tiles with permits.
final class JPEGAssembly: SheetAssembly {
    private let widths: [ComposedWidth]
    private let permits: AsyncSemaphore
    /// Screenshots whose tiles have to be made.
    private let missing: [Int]
    /// For each screenshot, whether its tiles are still to be made.
    private var pending: [Bool]
    private let tiles: TileStream
    /// For each width, the record of each screenshot.
    private var known: [[TileRecord?]]
    /// For each width and screenshot, the new tile if it is not on a sheet yet.
    private var made: [[[UInt8]?]]
    private var placeholder: PlaceholderTile
    /// Receives the pixels of new tiles; nil if they are not needed.
    private let pixels: KeptPixels?

    init(
        _ screenshots: [Screenshot], _ widths: [ComposedWidth], by workers: TileWorkers, _ progress: ProgressCount,
        keeping pixels: KeptPixels? = nil
    ) {
        self.widths = widths
        self.pixels = pixels
        permits = workers.permits(for: widths[0].layout)
        let known = widths.map { width in
            screenshots.indices.map { index in
                screenshots[index].hasArrived
                    ? width.reuse?.record(forScreenshot: index) : TileRecord(notArrived: screenshots[index].name)
            }
        }
        let missing = screenshots.indices.filter { index in known.contains { $0[index] == nil } }
        self.known = known
        self.missing = missing
        pending = screenshots.map { _ in false }
        for index in missing { pending[index] = true }
        made = widths.map { _ in screenshots.map { _ in nil } }
        placeholder = PlaceholderTile(of: workers.settings, by: workers.makers)
        progress.advance(by: screenshots.count - missing.count)
        tiles = TileStream(of: missing.map { screenshots[$0] }, by: workers, permits: permits, progress)
    }

    func records(ofWidth width: Int) -> [TileRecord] { known[width].compactMap(\.self) }

    func finish() async throws { while try await tiles.next() != nil {} }

    func close() async { await tiles.close() }

    func sheet(_ number: Int, ofWidth width: Int) async throws -> (SheetResult, Permits) {
        let range = widths[width].layout.tiles(onSheet: number)
        while range.contains(where: { pending[$0] }), let outcomes = try await tiles.next() {
            for (position, outcome) in outcomes { take(outcome, of: missing[position]) }
        }
        let result = try await assembled(number, width)
        // The sheet holds the bytes of these tiles now.
        for index in range { made[width][index] = nil }
        return (result, Permits(width == 0 ? Self.count(of: missing, in: range) : 0, of: permits))
    }

    /// Keeps the new tile for each width that does not reuse one, and its pixels for padded widths.
    private func take(_ outcome: TileOutcome, of index: Int) {
        pending[index] = false
        for (width, picture) in zip(widths, outcome.tile?.pixels ?? []) where width.layout.geometry.isPadded {
            pixels?.keep(picture, ofTile: index)
        }
        for width in widths.indices where known[width][index] == nil {
            known[width][index] = outcome.record
            made[width][index] = outcome.tile?.bytes(ofSize: width)
        }
    }

    /// Counts the positions within a range; `positions` are in ascending order.
    private static func count(of positions: [Int], in range: Range<Int>) -> Int {
        positions.partition(first: range.upperBound) - positions.partition(first: range.lowerBound)
    }

    private func assembled(_ number: Int, _ width: Int) async throws -> SheetResult {
        let (layout, reuse) = (widths[width].layout, widths[width].reuse)
        if let whole = reuse?.wholeSheets[number] { return .unchanged(whole) }
        let columns = layout.geometry.grid.columns
        var encoded: [EncodedTile] = []
        for index in layout.tiles(onSheet: number) {
            if let moved = reuse?.tile(forScreenshot: index) {
                encoded.append(moved)
            } else if let tile = made[width][index] {
                encoded.append(try EncodedTile(parsing: tile))
            } else {
                encoded.append(try EncodedTile(parsing: await placeholder.tile().bytes(ofSize: width)))
            }
        }
        let isFull = encoded.count.isMultiple(of: columns)
        let filler = isFull ? nil : try EncodedTile(parsing: await placeholder.tile().bytes(ofSize: width))
        return .made(try TiledSheet(assembling: encoded, columns: columns, filler: filler).encoded())
    }
}

extension [Int] {
    /// The position of the first number that is at least `limit`; the numbers are in ascending order.
    fileprivate func partition(first limit: Int) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
