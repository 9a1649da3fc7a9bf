import Mosaic
import MosaicLibrary
import Synchronization

/// Files of a store, cached within a budget and revalidated.
///
/// After ``freshness`` the store is asked for a file's version, and the file is read again where that is another one, or
/// unknown because the file was just written.
final class FileCache: Sendable {
    /// The default time for which a file is current without asking the store.
    static let freshness = Duration.milliseconds(250)

    /// The size of the cache, and its hits and misses.
    struct Load: Hashable, Sendable {
        var bytes = 0
        var files = 0
        var hits = 0
        var misses = 0
    }

    private let store: any ObjectStore
    private let freshness: Duration
    /// Computed once, because dividing takes longer than finding a file.
    private let halfFreshness: Duration
    private let state: Mutex<State>

    private struct State {
        var held: LRUCache<String, Held>
        var reading: [String: Reading] = [:]
        /// Incremented with every invalidation: reads that began before may be outdated.
        var generation = 0
        var hits = 0
        var misses = 0
    }

    private struct Reading {
        /// The generation that it began in.
        let generation: Int
        let task: Task<CachedFile?, any Error>
    }

    private final class Held: Sendable {
        struct Check {
            var time: ContinuousClock.Instant
            /// Whether a request is about to revalidate the file early.
            var isDue = false
        }

        let file: CachedFile
        /// The version that was read last; nil where it is unknown.
        let version: ObjectVersion?
        let check: Mutex<Check>

        init(_ file: CachedFile, version: ObjectVersion?, checked: ContinuousClock.Instant) {
            self.file = file
            self.version = version
            check = Mutex(Check(time: checked))
        }

        /// Whether the file has not changed since.
        func isCurrent(_ status: ObjectStatus?) -> Bool { version != nil && status?.version == version }
    }

    /// Creates an empty cache of `budget` bytes.
    init(_ store: any ObjectStore, budget: Int, freshness: Duration) {
        self.store = store
        self.freshness = freshness
        halfFreshness = freshness / 2
        state = Mutex(State(held: LRUCache(budget: budget)))
    }

    /// Invalidates the files whose keys begin with a prefix.
    func invalidate(prefix: String) {
        state.withLock { state in
            state.generation += 1
            state.held.remove(prefix: prefix)
        }
    }

    /// Clears the cache; returns the bytes that are free now.
    func purge() -> Int { state.withLock { $0.held.removeAll() } }

    /// The current size.
    var load: Load {
        state.withLock { Load(bytes: $0.held.cost, files: $0.held.count, hits: $0.hits, misses: $0.misses) }
    }

    /// Counts the bytes of a file again, after something was derived from it.
    func recount(_ file: CachedFile) {
        let name = file.status.key.rawValue
        state.withLock { state in
            guard state.held.value(name)?.file === file else { return }
            state.held.recount(name, cost: file.byteCount)
        }
    }

    /// A file that can be sent without asking the store, by its key; nil where ``file(_:describe:)`` is needed.
    ///
    /// In the second half of its time one caller gets nil and revalidates the file, so that the others never have to.
    func current(_ key: String) -> CachedFile? {
        let now = ContinuousClock.now
        return state.withLock { state in
            guard let held = state.held.value(key), held.check.withLock({ mayServe(&$0, now) }) else { return nil }
            state.hits += 1
            return held.file
        }
    }

    private func mayServe(_ check: inout Held.Check, _ now: ContinuousClock.Instant) -> Bool {
        let age = now - check.time
        if age < halfFreshness { return true }
        defer { check.isDue = true }
        return check.isDue && age < freshness
    }

    /// A file, which is read where it is not cached or not current; nil where there is none.
    ///
    /// - Parameter describe: Makes the response of its content.
    /// - Throws: `unavailable`, `limitExceeded`, `refused`.
    func file(
        _ key: ObjectKey, describe: @escaping @Sendable ([UInt8], ObjectStatus) -> BufferedResponse
    ) async throws -> CachedFile? {
        let now = ContinuousClock.now
        let lookup = state.withLock { state -> Lookup in
            guard let held = state.held.value(key.rawValue) else { return .reading(read(key, describe, &state)) }
            guard held.check.withLock({ !$0.isDue && now - $0.time < freshness }) else { return .unchecked(held) }
            return hit(held.file, &state)
        }
        guard case .unchecked(let held) = lookup else { return try await lookup.file() }
        let status = try await withTaskExecutorPreference(WorkExecutors.reading) {
            try await store.status(of: key)
        }
        return try await state.withLock { state in
            if held.isCurrent(status) {
                held.check.withLock { $0 = Held.Check(time: now) }
                return hit(held.file, &state)
            }
            // Another request may have read it since.
            if let other = state.held.value(key.rawValue), other.isCurrent(status) {
                return hit(other.file, &state)
            }
            return .reading(read(key, describe, &state))
        }.file()
    }

    /// The state of a file in the cache and the running reads. Both are examined under one lock, under which a finished
    /// read also moves its file to the cache: so a file that is in neither is read by one request alone.
    private enum Lookup {
        case held(CachedFile)
        /// Cached, and to be revalidated.
        case unchecked(Held)
        case reading(Task<CachedFile?, any Error>)

        func file() async throws -> CachedFile? {
            switch self {
            case .held(let file): file
            case .unchecked(let held): held.file
            case .reading(let task): try await task.value
            }
        }
    }

    private func hit(_ file: CachedFile, _ state: inout State) -> Lookup {
        state.hits += 1
        return .held(file)
    }

    /// Reads a file once for all concurrent requests, except those that know already that it has changed.
    private func read(
        _ key: ObjectKey, _ describe: @escaping @Sendable ([UInt8], ObjectStatus) -> BufferedResponse,
        _ state: inout State
    ) -> Task<CachedFile?, any Error> {
        let name = key.rawValue
        let generation = state.generation
        if let reading = state.reading[name], reading.generation == generation { return reading.task }
        state.misses += 1
        let task = Task(executorPreference: WorkExecutors.reading) {
            let result: Result<CachedFile?, any Error>
            do {
                result = .success(try await self.contents(of: key, describe))
            } catch {
                result = .failure(error)
            }
            return try self.finish(name, result, begun: generation).get()
        }
        state.reading[name] = Reading(generation: generation, task: task)
        return task
    }

    private func contents(
        of key: ObjectKey, _ describe: @Sendable ([UInt8], ObjectStatus) -> BufferedResponse
    ) async throws -> CachedFile? {
        // The status first: where the file is replaced before it is read, the next revalidation finds another version.
        guard let status = try await store.status(of: key),
            let bytes = try await store.read(key, limit: DocumentCache.fileLimit)
        else { return nil }
        return CachedFile(describe(bytes, status), status: status)
    }

    /// Caches a file that was read.
    ///
    /// - Returns: The file to answer with: the cached one where it is the same.
    private func finish(
        _ name: String, _ result: Result<CachedFile?, any Error>, begun generation: Int
    ) -> Result<CachedFile?, any Error> {
        state.withLock { state in
            if state.reading[name]?.generation == generation { state.reading[name] = nil }
            // A later read is newer.
            guard state.generation == generation else { return result }
            guard case .success(let file?) = result else {
                state.held.remove(name)
                return result
            }
            let known = state.held.value(name)?.file
            let same = known.flatMap { $0.isSame(as: file) ? $0 : nil } ?? file
            state.held.insert(Held(same, version: file.status.version, checked: .now), name, cost: same.byteCount)
            return .success(same)
        }
    }

    /// A cached file, current or not.
    func held(_ key: ObjectKey) -> CachedFile? { state.withLock { $0.held.value(key.rawValue)?.file } }
}
