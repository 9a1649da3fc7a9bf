import MosaicSystem
import Raster

/// The result for one sheet of a storyboard.
enum SheetResult {
    /// The published sheet is unchanged.
    case unchanged(Sheet)
    /// Its bytes.
    case made([UInt8])
}

/// The permits of the tiles on one sheet.
struct SheetPermits: Sendable {
    let semaphore: AsyncSemaphore
    /// Permits of new tiles; moved tiles have none.
    let count: Int

    func release() { if count > 0 { semaphore.release(count) } }
}

/// One width of a composition.
struct ComposedWidth {
    let layout: StoryboardLayout
    /// The tiles moved from the width's earlier publication; `nil` without one.
    let reuse: ReusableTiles?
}

/// Assembles sheets of tiles, those of each width in order.
protocol SheetAssembly: AnyObject {
    /// Assembles a sheet; called for the numbers of a width in order, and for the widths in the order in which the tiles
    /// of their next sheets end.
    func sheet(_ number: Int, ofWidth width: Int) async throws -> (SheetResult, SheetPermits)

    /// The record of each screenshot at a width, after the last sheet.
    func records(ofWidth width: Int) -> [TileRecord]

    /// Waits for the workers to end, after the last sheet; they need as many permits as before.
    func finish() async throws

    /// Stops making tiles; returns when none is in work.
    func close() async
}

/// Assembles PNG sheets one row of cells at a time, because pixels are too large to keep.
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

    func sheet(_ number: Int, ofWidth width: Int) async throws -> (SheetResult, SheetPermits) {
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
        return (.made(bytes), SheetPermits(semaphore: permits, count: range.count))
    }
}

extension TileWorkers {
    func permits(for layout: StoryboardLayout) -> AsyncSemaphore {
        permits(forSheetsOf: min(layout.geometry.grid.count, layout.placements.count))
    }
}
