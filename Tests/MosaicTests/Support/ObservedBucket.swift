import MosaicFixtures
import Synchronization

@testable import Mosaic

/// A bucket that counts how many downloads are under way and can hold them up.
final class ObservedBucket: BucketClient {
    private struct State {
        var isOpen = true
        var downloads = 0
        var mostDownloads = 0
        var cancelled = 0
    }

    let memory: MemoryBucket
    private let state = Mutex(State())

    init(_ memory: MemoryBucket) { self.memory = memory }

    /// Downloads that are under way.
    var downloads: Int { state.withLock(\.downloads) }
    /// The most downloads that were under way at a time.
    var mostDownloads: Int { state.withLock(\.mostDownloads) }
    /// Downloads that ended by their task's cancellation.
    var cancelled: Int { state.withLock(\.cancelled) }
    /// The keys that were downloaded, in order.
    var gets: [String] {
        memory.requests.compactMap { if case .get(let key) = $0 { key } else { nil } }
    }

    /// Holds downloads up until ``open()``.
    func shut() { state.withLock { $0.isOpen = false } }

    func open() { state.withLock { $0.isOpen = true } }

    func list(_ query: BucketQuery) async throws -> BucketPage { try await memory.list(query) }

    func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? {
        try await memory.head(key, in: bucket)
    }

    func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody? {
        state.withLock { state in
            state.downloads += 1
            state.mostDownloads = max(state.mostDownloads, state.downloads)
        }
        defer { state.withLock { $0.downloads -= 1 } }
        let outcome: Result<BucketBody?, any Error>
        do {
            outcome = .success(try await memory.get(key, in: bucket, range: range, limit: limit))
        } catch {
            outcome = .failure(error)
        }
        repeat {
            do {
                try await Task.sleep(for: .milliseconds(1))
            } catch {
                state.withLock { $0.cancelled += 1 }
                throw error
            }
        } while !state.withLock(\.isOpen)
        return try outcome.get()
    }

    func put(
        _ bytes: [UInt8], at key: String, in bucket: BucketName, type: String
    ) async throws -> ObjectVersion? {
        try await memory.put(bytes, at: key, in: bucket, type: type)
    }

    /// Waits until something holds, which has to come.
    static func wait(until isTrue: () async -> Bool) async throws {
        while !(await isTrue()) { try await Task.sleep(for: .milliseconds(1)) }
    }
}
