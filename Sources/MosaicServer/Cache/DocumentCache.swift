import Hummingbird
import Mosaic
import MosaicLibrary
import Synchronization
import TiledJPEG

/// A cache of a library's documents and sheets, within a budget.
///
/// Cached files are revalidated: after ``freshness`` the cache compares the file's version with the store. It reads the
/// file again if the version differs, or if the version is unknown because the file was just written. So a publication
/// of another process is visible after that time. A publication of this process is visible at once, because the process
/// calls ``invalidate(_:)``.
final class DocumentCache: Sendable {
    /// The default time for which a cached file is used without asking the store.
    static let freshness = Duration.milliseconds(250)

    /// The size of the cache, and its counts of hits and misses.
    struct Load: Hashable, Sendable {
        var bytes = 0
        var files = 0
        var hits = 0
        var misses = 0
    }

    let library: StoryboardLibrary
    let readers: ReadAccess
    private let freshness: Duration
    /// Computed once, because a division takes longer than a cache lookup.
    private let halfFreshness: Duration
    /// The sheets that are being read into memory.
    let loading = WorkLimit(2 * DocumentCache.largestSheet)
    private let state: Mutex<State>

    /// Values derived from cached files, within an eighth of the budget.
    let made: DerivedCache
    /// The files of exports by path, within a sixteenth of the budget.
    let exports: DerivedValues<[String: ExportFile]>
    /// Whole files of exports that are sent in chunks, within the budget for bytes in flight.
    let large: DerivedValues<LargeExport.Made>
    /// Maximum size of a file in ``large``, in bytes: half of the budget for bytes in flight.
    let largestExport: Int
    /// The exports that are being made.
    private let exporting: WorkLimit

    private struct State {
        var held: LRUCache<String, Held>
        var reading: [String: Reading] = [:]
        /// Incremented with every invalidation. Reads that began in an earlier generation may be outdated.
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
        /// The version that was read last; `nil` if unknown.
        let version: ObjectVersion?
        let check: Mutex<Check>

        init(_ file: CachedFile, version: ObjectVersion?, checked: ContinuousClock.Instant) {
            self.file = file
            self.version = version
            check = Mutex(Check(time: checked))
        }

        /// Whether the file's version is known and equals the version in `status`.
        func isCurrent(_ status: ObjectStatus?) -> Bool { version != nil && status?.version == version }
    }

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - budget: Maximum size in bytes, 0 or more.
    ///   - inFlight: Maximum size of response bodies that clients have not read yet, in bytes, 2 or more.
    ///   - readers: Clients that may read, for the caching fields of responses.
    init(
        library: StoryboardLibrary, budget: Int, inFlight: Int = 64 << 20, readers: ReadAccess,
        freshness: Duration = DocumentCache.freshness
    ) {
        self.library = library
        self.readers = readers
        self.freshness = freshness
        halfFreshness = freshness / 2
        made = DerivedCache(budget: budget / 8)
        exports = DerivedValues(budget: budget / 16)
        large = DerivedValues(budget: inFlight)
        largestExport = inFlight / 2
        exporting = WorkLimit(max(1, inFlight / 2))
        state = Mutex(State(held: LRUCache(budget: budget - budget / 8 - budget / 16)))
    }

    /// A published document of a storyboard; `nil` if it does not exist.
    ///
    /// - Throws: `unavailable`, `limitExceeded`, `refused`.
    func document(
        _ document: DocumentFile, in folder: String? = nil, of id: StoryboardID
    ) async throws -> CachedFile? {
        try await file(Self.path(document.name, in: folder), of: id) { bytes, status in
            BufferedResponse(
                bytes, type: document.type, entityTag: .content(bytes), lastModified: HTTPDate(status.modified),
                caching: ResourceKind.document.caching(for: self.readers), readers: self.readers)
        }
    }

    /// A sheet, cached or read now; `nil` if it does not exist.
    ///
    /// - Throws: `unavailable`, `limitExceeded`, `refused`.
    func sheet(_ name: SheetName, in folder: String? = nil, of id: StoryboardID) async throws -> CachedFile? {
        try await file(Self.path(name.rawValue, in: folder), of: id) { bytes, status in
            BufferedResponse(self.representation(of: name, status, count: bytes.count), ByteBuffer(bytes: bytes))
        }
    }

    /// The path of a file below the storyboard's folder.
    ///
    /// - Parameter folder: The folder of a further width; `nil` for the storyboard's own files.
    static func path(_ name: String, in folder: String?) -> String { folder.map { "\($0)/\(name)" } ?? name }

    /// Runs the creation of an export once running exports leave room for its sheets.
    ///
    /// - Parameter bytes: Size of the sheets in bytes.
    /// - Throws: `CancellationError`, errors of `work`.
    func making<Value: Sendable>(_ bytes: Int, _ work: () async throws -> Value) async throws -> Value {
        try await exporting.run(min(bytes, largestExport), work)
    }

    /// The parsed record of a storyboard; `nil` if there is none.
    ///
    /// - Throws: `malformed`, `unavailable`, `limitExceeded`, `refused`.
    func snapshot(of id: StoryboardID) async throws -> StoryboardSnapshot? {
        try await document(.record, of: id).map { try snapshot(in: $0) }
    }

    /// The parsed record in a cached file.
    ///
    /// - Throws: `malformed`.
    func snapshot(in file: CachedFile) throws -> StoryboardSnapshot {
        defer { recount(file) }
        return try file.snapshot()
    }

    /// The tiles of a sheet.
    ///
    /// - Throws: `malformed` if the file is not a sheet of tiles.
    func grid(in sheet: CachedFile) throws -> RestartGrid {
        defer { recount(sheet) }
        return try sheet.grid()
    }

    private func recount(_ file: CachedFile) {
        let name = file.status.key.rawValue
        state.withLock { state in
            guard state.held.value(name)?.file === file else { return }
            state.held.recount(name, cost: file.byteCount)
        }
    }

    /// Invalidates a storyboard that this process has published or removed.
    func invalidate(_ id: StoryboardID) {
        state.withLock { state in
            state.generation += 1
            state.held.remove(prefix: id.rawValue + "/")
        }
        made.invalidate(prefix: id.rawValue + "/")
        exports.invalidate(prefix: id.rawValue + "/")
        large.invalidate(prefix: id.rawValue + "/")
    }

    /// Clears the cache.
    ///
    /// - Returns: The number of bytes freed.
    func purge() -> Int {
        library.purge()
        return state.withLock { $0.held.removeAll() } + made.purge() + exports.purge() + large.purge()
    }

    /// The current size of the cache.
    var load: Load {
        let bytes = made.bytes + exports.bytes + large.bytes
        return state.withLock {
            Load(bytes: $0.held.cost + bytes, files: $0.held.count, hits: $0.hits, misses: $0.misses)
        }
    }

    /// A cached file that can be sent without asking the store; `nil` if ``document(_:of:)`` or ``sheet(_:of:)`` is
    /// needed.
    ///
    /// In the second half of the file's ``freshness``, one caller gets `nil` and revalidates the file, so that other
    /// callers need not wait for that.
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

    private func file(
        _ name: String, of id: StoryboardID, describe: @escaping @Sendable ([UInt8], ObjectStatus) -> BufferedResponse
    ) async throws -> CachedFile? {
        let key = ObjectKey(id).appending(name)
        let now = ContinuousClock.now
        let lookup = state.withLock { state -> Lookup in
            guard let held = state.held.value(key.rawValue) else { return .reading(read(key, describe, &state)) }
            guard held.check.withLock({ !$0.isDue && now - $0.time < freshness }) else { return .unchecked(held) }
            return hit(held.file, &state)
        }
        guard case .unchecked(let held) = lookup else { return try await lookup.file() }
        let status = try await withTaskExecutorPreference(WorkExecutors.reading) {
            try await library.store.status(of: key)
        }
        return try await state.withLock { state in
            if held.isCurrent(status) {
                held.check.withLock { $0 = Held.Check(time: now) }
                return hit(held.file, &state)
            }
            // Another request may have read the file meanwhile.
            if let other = state.held.value(key.rawValue), other.isCurrent(status) {
                return hit(other.file, &state)
            }
            return .reading(read(key, describe, &state))
        }.file()
    }

    /// The result of a lookup in the cache and in the running reads. One lock covers both, and a finished read moves
    /// its file to the cache under the same lock. So a file that is in neither is read by one request only.
    private enum Lookup {
        case held(CachedFile)
        /// Cached, but must be revalidated.
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

    /// Reads a file once for all concurrent requests. A request after an invalidation starts a new read.
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
        // Reads the status first: if the file is replaced before it is read, the next revalidation finds another
        // version.
        guard let status = try await library.store.status(of: key),
            let bytes = try await library.store.read(key, limit: Self.fileLimit)
        else { return nil }
        return CachedFile(describe(bytes, status), status: status)
    }

    /// Caches a file that was read, unless the storyboard was invalidated meanwhile.
    ///
    /// - Returns: The file to send: the cached one if it is equal.
    private func finish(
        _ name: String, _ result: Result<CachedFile?, any Error>, begun generation: Int
    ) -> Result<CachedFile?, any Error> {
        state.withLock { state in
            if state.reading[name]?.generation == generation { state.reading[name] = nil }
            // After an invalidation, the result may be outdated and is not cached.
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

    /// A cached file that may be outdated; `nil` if it is not cached.
    func held(_ key: ObjectKey) -> CachedFile? { state.withLock { $0.held.value(key.rawValue)?.file } }

    /// Maximum size of a document or sheet that is served from memory, in bytes.
    static let fileLimit = 1 << 28
}
