import MosaicFiles
import Raster
import TiledJPEG

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

/// Assembles sheets of tiles, in order.
protocol SheetAssembly: AnyObject {
    /// Assembles a sheet; called for each number in order.
    func sheet(_ number: Int) async throws -> (SheetResult, SheetPermits)

    /// The record of each screenshot, after the last sheet.
    var records: [TileRecord] { get }

    /// Waits for the workers to end, after the last sheet; they need as many permits as before.
    func finish() async throws

    /// Stops making tiles; returns when none is in work.
    func close() async
}

/// Assembles JPEG sheets from the bytes of their tiles; while one sheet is stored, the tiles of the next ones are made.
final class JPEGAssembly: SheetAssembly {
    private let layout: StoryboardLayout
    private let reuse: TileReuse?
    private let permits: AsyncSemaphore
    /// Screenshots whose tiles have to be made.
    private let missing: [Int]
    private let tiles: TileStream
    private var known: [TileRecord?]
    private var made: [Int: TileOutcome] = [:]
    private var placeholder: PlaceholderTile

    init(
        _ screenshots: [Screenshot], _ layout: StoryboardLayout, reuse: TileReuse?, by workers: TileWorkers,
        _ progress: ProgressCount
    ) {
        self.layout = layout
        self.reuse = reuse
        permits = workers.permits(for: layout)
        let known = screenshots.indices.map { index in
            screenshots[index].hasArrived
                ? reuse?.record(forScreenshot: index) : TileRecord(notArrived: screenshots[index].name)
        }
        let missing = screenshots.indices.filter { known[$0] == nil }
        self.known = known
        self.missing = missing
        placeholder = PlaceholderTile(of: workers.settings, by: workers.makers)
        progress.advance(by: screenshots.count - missing.count)
        tiles = TileStream(of: missing.map { screenshots[$0] }, by: workers, permits: permits, progress)
    }

    var records: [TileRecord] { known.compactMap(\.self) }

    func finish() async throws { while try await tiles.next() != nil {} }

    func close() async { await tiles.close() }

    func sheet(_ number: Int) async throws -> (SheetResult, SheetPermits) {
        let range = layout.tiles(onSheet: number)
        while !range.allSatisfy({ known[$0] != nil }), let outcomes = try await tiles.next() {
            for (position, outcome) in outcomes {
                made[missing[position]] = outcome
                known[missing[position]] = outcome.record
            }
        }
        let result = try await assembled(number)
        let held = range.count { made[$0] != nil }
        // Their bytes are on the sheet now.
        for index in range { made[index] = nil }
        return (result, SheetPermits(semaphore: permits, count: held))
    }

    private func assembled(_ number: Int) async throws -> SheetResult {
        if let whole = reuse?.wholeSheets[number] { return .unchanged(whole) }
        let columns = layout.geometry.grid.columns
        var encoded: [EncodedTile] = []
        for index in layout.tiles(onSheet: number) {
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
        return .made(try TiledSheet(assembling: encoded, columns: columns, filler: filler).encoded())
    }
}

/// Assembles PNG sheets one row of cells at a time, because pixels are too large to keep.
final class PNGAssembly: SheetAssembly {
    private let screenshots: [Screenshot]
    private let layout: StoryboardLayout
    private let workers: TileWorkers
    private let permits: AsyncSemaphore
    private let progress: ProgressCount
    private var placeholder: PlaceholderTile
    private(set) var records: [TileRecord] = []

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

    func sheet(_ number: Int) async throws -> (SheetResult, SheetPermits) {
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
    fileprivate func permits(for layout: StoryboardLayout) -> AsyncSemaphore {
        permits(forSheetsOf: min(layout.geometry.grid.count, layout.placements.count))
    }
}
