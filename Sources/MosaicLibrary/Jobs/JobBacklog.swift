import Mosaic
import Synchronization

/// The number of unfinished jobs of a catalog, counted every few seconds.
final class JobBacklog: Sendable {
    private static let interval = Duration.seconds(5)

    private let catalog: any Catalog
    private let state = Mutex<(count: Int, due: ContinuousClock.Instant)>((0, .now))

    init(of catalog: any Catalog) { self.catalog = catalog }

    /// The last count; the earlier one if the catalog does not answer.
    var count: Int {
        get async {
            let isDue = state.withLock { state in
                guard state.due <= .now else { return false }
                state.due = .now + Self.interval
                return true
            }
            if isDue, let count = try? await catalog.unfinishedJobs() { state.withLock { $0.count = count } }
            return state.withLock(\.count)
        }
    }
}

extension Catalog {
    /// The number of jobs that are neither completed nor failed nor cancelled.
    ///
    /// - Throws: `unavailable`.
    package func unfinishedJobs() async throws -> Int {
        try await jobCounts().reduce(0) { $0 + ($1.key.isFinal ? 0 : $1.value) }
    }
}
