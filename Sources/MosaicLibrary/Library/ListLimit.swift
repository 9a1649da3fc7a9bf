import MosaicSystem

/// Limits concurrent lists, so that they do not occupy the catalog and the processors: long lists wait for each other,
/// and short ones never for long ones.
package struct ListLimit: Sendable {
    /// Entries up to which a list is short, as pages that people look at are.
    private static let short = 100

    private let longLists = AsyncSemaphore(permits: 2)
    private let shortLists = AsyncSemaphore(permits: 8)

    package init() {}

    /// Makes a list of at most `entries` entries when it is its turn.
    package func run<Value: Sendable>(_ entries: Int, _ work: () async throws -> Value) async throws -> Value {
        let turns = entries > Self.short ? longLists : shortLists
        try await turns.acquire()
        defer { turns.release() }
        return try await work()
    }
}
