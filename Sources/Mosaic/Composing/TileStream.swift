import MosaicSystem

/// Tiles of screenshots in the order in which workers finish them, at most out of place by the screenshots in work.
final class TileStream {
    private typealias Results = AsyncThrowingStream<[(Int, TileOutcome)], any Error>

    /// Workers that have begun.
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

    /// - Parameter permits: One is acquired before each tile is begun; the reader releases it. Tiles are begun in order,
    ///   so that a sheet does not wait for tiles of later sheets.
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

    /// Some tiles with the positions of their screenshots, begun at the first call; nil after the last one.
    ///
    /// A failed screenshot is an outcome.
    /// - Throws: `invalidSettings`, `CancellationError`; then ``close()`` is due.
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
        // A stream just ends where its reader is cancelled.
        try Task.checkCancellation()
        return nil
    }

    /// Stops making tiles; returns when none is in work.
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
