import MosaicSystem
import Raster
import WebVTT

/// Tiles of screenshots in the order in which workers finish them. A tile is out of order by at most the number of
/// screenshots in progress.
final class TileStream {
    private typealias Results = AsyncThrowingStream<[(Int, TileOutcome)], any Error>

    /// The running workers, and the stream of their results.
    private struct Production {
        var results: Results.Iterator
        let task: Task<Void, Never>
    }

    private let screenshots: [Screenshot]
    private let workers: TileWorkers
    private let permits: AsyncSemaphore
    private let progress: ProgressCount?
    private var production: Production?
    private var isDone = false

    /// - Parameter permits: A worker acquires one permit for each tile before it starts the tile; the reader releases
    ///   it. Tiles are started in order, so that a sheet does not wait for tiles of later sheets.
    init(
        of screenshots: [Screenshot], by workers: TileWorkers, permits: AsyncSemaphore,
        _ progress: ProgressCount?
    ) {
        self.screenshots = screenshots
        self.workers = workers
        self.permits = permits
        self.progress = progress
    }

    deinit { production?.task.cancel() }

    /// The next finished tiles, with the positions of their screenshots; nil after the last one. The first call starts
    /// the workers.
    ///
    /// A failed screenshot is an outcome without a tile.
    /// - Throws: `invalidSettings`, `CancellationError`, errors of the reader; the caller then calls ``close()``.
    func next() async throws -> [(Int, TileOutcome)]? {
        guard !isDone else { return nil }
        guard let first = screenshots.first else { return nil }
        guard screenshots.count > 1 else {
            isDone = true
            return try await workers.outcomes(forOne: first, permits, progress)
        }
        if production == nil { production = begun() }
        if let results = try await production?.results.next() { return results }
        isDone = true
        // If its reader is cancelled, the stream ends without an error.
        try Task.checkCancellation()
        return nil
    }

    /// Stops making tiles; returns when no tile is in progress.
    func close() async {
        isDone = true
        production?.task.cancel()
        await production?.task.value
    }

    private func begun() -> Production {
        let (results, delivery) = Results.makeStream()
        let task = Task { [workers, screenshots, permits, progress] in
            do {
                try await workers.work(on: screenshots, permits) { results in
                    for _ in results { progress?.advance() }
                    delivery.yield(results)
                }
                delivery.finish()
            } catch {
                delivery.finish(throwing: error)
            }
        }
        delivery.onTermination = { _ in task.cancel() }
        return Production(results: results.makeAsyncIterator(), task: task)
    }
}

/// The result for one screenshot: a tile and its record.
struct TileOutcome: Sendable {
    /// The tile; nil if a placeholder is needed.
    let tile: MadeTile?
    let record: TileRecord
}

/// The facts about a tile, kept after its pixels are on a sheet.
struct TileRecord: Sendable {
    let source: Tile.Source
    let state: Tile.State
    /// One sentence on the screenshot's fault; `nil` without one.
    let reason: String?
    /// How the screenshot was decoded; nil if it was not.
    let decoding: MadeTile.Decoding?
    /// The playback time of the frame on the tile; nil if the tile is not from a film.
    var frameTime: Timestamp?
    /// Why the picture could not be downloaded: `unavailable` if another attempt may succeed, or `refused`. Nil if the
    /// download did not fail.
    var broken: MosaicError.Code?
}

extension TileRecord {
    /// The record of a chapter whose screenshot is still to come.
    init(notArrived name: String) {
        self.init(
            source: Tile.Source(
                name: name, bytes: nil, checksum: nil, version: nil, hasICCProfile: false),
            state: .placeholder, reason: "Its screenshot has not arrived.", decoding: nil)
    }
}

extension MosaicError {
    /// Creates an error for an unusable screenshot, with its name, the reason, and the number of unusable
    /// screenshots.
    ///
    /// - Parameter broken: The kind of fault if it could not be downloaded; `nil` if it is damaged.
    init(unusable name: String, because reason: String, broken: Code? = nil, count: Int, of total: Int) {
        let extent = total == 1 ? "It is the only screenshot." : "\(count) of \(total) screenshots cannot be used."
        self.init(broken ?? .damaged, name, "\(reason) \(extent)")
    }
}

/// The placeholder tile; made at first use, because it is rarely needed.
struct PlaceholderTile {
    private let make: () throws -> MadeTile
    private var made: MadeTile?

    init(making make: @escaping () throws -> MadeTile) { self.make = make }

    init(of settings: TileSettings, by makers: TileMakerPool) {
        self.init {
            let maker = try makers.take(for: settings)
            let tile = try maker.placeholder()
            makers.giveBack(maker)
            return tile
        }
    }

    /// - Throws: `ImageError` with `invalidSettings`, `outOfMemory`.
    mutating func tile() async throws -> MadeTile {
        if let made { return made }
        let tile = try await PixelExecutor.shared.run { [make] in try make() }
        made = tile
        return tile
    }
}
