import Mosaic
import MosaicLibrary
import Synchronization

/// A cache of a store's files, within a budget.
///
/// After ``freshness``, the cache asks the store for a file's version. It reads the file again if the version has
/// changed, or is unknown because the file was just written.
final class FileCache: Sendable {
    /// The default time for which a file is current without asking the store.
    static let freshness = Duration.milliseconds(250)

    /// The size of the cache, and the numbers of hits and misses so far.
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
        /// The generation in which the read began.
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
        /// The version that was read; `nil` if it is unknown.
        let version: ObjectVersion?
        let check: Mutex<Check>

        init(_ file: CachedFile, version: ObjectVersion?, checked: ContinuousClock.Instant) {
            self.file = file
            self.version = version
            check = Mutex(Check(time: checked))
        }

        /// Whether the store still has the version that was read; `false` if a version is unknown.
        func isCurrent(_ status: ObjectStatus?) -> Bool { version != nil && status?.version == version }
    }

    /// Creates an empty cache of `budget` bytes.
    init(_ store: any ObjectStore, budget: Int, freshness: Duration) {
        self.store = store
        self.freshness = freshness
        halfFreshness = freshness / 2
        state = Mutex(State(held: LRUCache(budget: budget)))
    }

    /// Removes the cached files whose keys begin with a prefix, and prevents the caching of all reads that are running.
    func invalidate(prefix: String) {
        state.withLock { state in
            state.generation += 1
            state.held.remove(prefix: prefix)
        }
    }

    /// Clears the cache; returns the number of bytes freed.
    func purge() -> Int { state.withLock { $0.held.removeAll() } }

    /// The current size of the cache, and the numbers of hits and misses so far.
    var load: Load {
        state.withLock { Load(bytes: $0.held.cost, files: $0.held.count, hits: $0.hits, misses: $0.misses) }
    }

    /// Updates the size of a file in the cache after values were derived from the file.
    func recount(_ file: CachedFile) {
        let name = file.status.key.rawValue
        state.withLock { state in
            guard state.held.value(name)?.file === file else { return }
            state.held.recount(name, cost: file.byteCount)
        }
    }

    /// The cached file of a key, if it can be sent without asking the store; `nil` if ``file(_:describe:)`` has to read
    /// or revalidate it.
    ///
    /// In the second half of ``freshness``, one caller gets `nil` and revalidates the file, so that other callers need
    /// not wait for the store.
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

    /// A file from the cache, or read now if it is not cached or not current; `nil` if the store does not have it.
    ///
    /// - Parameter describe: Creates the response from the content and the store's metadata.
    /// - Throws: `unavailable`, `limitExceeded`, `refused`.
    func file(
        _ key: ObjectKey, describe: @escaping @Sendable ([UInt8], ObjectStatus) -> BufferedResponse
    ) async throws -> CachedFile? {
        let now = ContinuousClock.now
        let lookup = state.withLock { state -> Lookup in
            guard let held = state.held.value(key.rawValue) else { return read(key, describe, &state) }
            guard held.check.withLock({ !$0.isDue && now - $0.time < freshness }) else { return .unchecked(held) }
            return hit(held.file, &state)
        }
        guard case .unchecked(let held) = lookup else { return try await lookup.file() }
        let status = try await withTaskExecutorPreference(WorkExecutors.reading) {
            try await store.status(of: key)
        }
        if held.isCurrent(status) { held.check.withLock { $0 = Held.Check(time: now) } }
        func current() -> Lookup {
            state.withLock { state in
                // Another request may have read it since.
                guard let held = state.held.value(key.rawValue), held.isCurrent(status) else {
                    return read(key, describe, &state)
                }
                return hit(held.file, &state)
            }
        }
        let first = current()
        let file = try await first.file()
        guard case .reading(_, isShared: true) = first, file != nil || status != nil,
            file?.status.version == nil || file?.status.version != status?.version
        else { return file }
        // The shared read may have begun before the change that the status shows. It has ended, and a next one is newer.
        return try await current().file()
    }

    /// The state of a file in the cache and in the running reads. One lock covers both, also when a finished read moves
    /// its file to the cache. So only one request reads a file that is in neither.
    private enum Lookup {
        case held(CachedFile)
        /// The file is cached and must be revalidated.
        case unchecked(Held)
        /// - Parameter isShared: Whether another request began the read.
        case reading(Task<CachedFile?, any Error>, isShared: Bool)

        func file() async throws -> CachedFile? {
            switch self {
            case .held(let file): file
            case .unchecked(let held): held.file
            case .reading(let task, _): try await task.value
            }
        }
    }

    private func hit(_ file: CachedFile, _ state: inout State) -> Lookup {
        state.hits += 1
        return .held(file)
    }

    /// Reads a file once for all concurrent requests of a generation.
    private func read(
        _ key: ObjectKey, _ describe: @escaping @Sendable ([UInt8], ObjectStatus) -> BufferedResponse,
        _ state: inout State
    ) -> Lookup {
        let name = key.rawValue
        let generation = state.generation
        if let reading = state.reading[name], reading.generation == generation {
            return .reading(reading.task, isShared: true)
        }
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
        return .reading(task, isShared: false)
    }

    private func contents(
        of key: ObjectKey, _ describe: @Sendable ([UInt8], ObjectStatus) -> BufferedResponse
    ) async throws -> CachedFile? {
        // Reads the status first: if the file is replaced before its content is read, the next revalidation finds
        // another version.
        guard let status = try await store.status(of: key),
            let bytes = try await store.read(key, limit: DocumentCache.fileLimit)
        else { return nil }
        return CachedFile(describe(bytes, status), status: status)
    }

    /// Caches a file that was read, unless the cache was invalidated in the meantime.
    ///
    /// - Returns: The file for the response: the cached file if it has the same content, otherwise the file that was
    ///   read.
    private func finish(
        _ name: String, _ result: Result<CachedFile?, any Error>, begun generation: Int
    ) -> Result<CachedFile?, any Error> {
        state.withLock { state in
            if state.reading[name]?.generation == generation { state.reading[name] = nil }
            // A read that began before an invalidation may be outdated.
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
