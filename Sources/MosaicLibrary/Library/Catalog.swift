public import Foundation
public import Mosaic

/// Stored facts about storyboards, and the jobs that make them.
///
/// Documents are the truth about storyboards; entries can be rebuilt from them. Every change is one transaction, also
/// between several processes, and survives a power loss unless its function says otherwise. Adapters are held to
/// `CatalogContract` in the tests.
///
/// One clock decides when jobs are due, leases expire and retired objects may go: the catalog's, which is the database's
/// where it has one. So a worker whose own clock is wrong neither loses nor steals a lease.
public protocol Catalog: Sendable {
    /// The catalog's time.
    func now() async throws -> Date

    // MARK: Storyboards

    /// Stores an entry; one of the same id is replaced, and keeps its time of creation.
    ///
    /// - Throws: `unavailable`, like every function here.
    func put(_ entry: CatalogEntry) async throws

    /// The entry of a storyboard; nil where there is none.
    func entry(of id: StoryboardID) async throws -> CatalogEntry?

    /// A page of entries.
    func entries(_ query: CatalogQuery) async throws -> CatalogPage

    /// Storyboards that are made of a source, sorted by id.
    func storyboards(madeOf source: SourceQuery) async throws -> [StoryboardID]

    /// Removes a storyboard's entry and its job.
    ///
    /// - Returns: Whether there was either.
    @discardableResult
    func remove(_ id: StoryboardID) async throws -> Bool

    /// Removes a storyboard's entry alone.
    func removeEntry(_ id: StoryboardID) async throws

    // MARK: Retention

    /// Stores an entry, and notes that objects of the storyboard are retired since a moment; nil notes nothing.
    func put(_ entry: CatalogEntry, retiredSince since: Date?) async throws

    /// Notes that objects of a storyboard are retired since a moment, unless an earlier one is noted.
    ///
    /// The note leads to the storyboard's journals, which alone list retired objects; `.distantPast` makes them due at
    /// once.
    func noteRetired(_ id: StoryboardID, since: Date) async throws

    /// Sets the moment since which objects of a storyboard are retired; nil where none are.
    func setRetired(_ id: StoryboardID, since: Date?) async throws

    /// Storyboards with objects that were retired at `end` or before, sorted by that time, then by id.
    ///
    /// `last` is the last one of the page before; a page has at most `limit`, 1...10 000.
    func retired(until end: Date, after last: RetiredStoryboard?, limit: Int) async throws -> [RetiredStoryboard]

    // MARK: Both

    /// A storyboard's entry and its job in one query.
    func status(of id: StoryboardID) async throws -> StoryboardStatus

    /// The number of storyboards with placeholders, and of placeholders.
    func placeholderTotals() async throws -> PlaceholderTotals

    // MARK: Jobs

    /// Stores a job for the request, or changes the one that its storyboard has as `Job.resubmit` says.
    ///
    /// A job that begins anew has this priority; the priority of any other job is only ever raised. A new job, and a
    /// final one that begins anew, get this owner.
    func submit(_ request: JobRequest, priority: JobPriority, owner: JobOwner?) async throws -> Job

    /// The job of that number; nil where there is none.
    func job(_ number: JobNumber) async throws -> Job?

    /// The job of a storyboard; nil where there is none.
    func job(of id: StoryboardID) async throws -> Job?

    /// The jobs of storyboards, in any order; storyboards without a job are left out.
    ///
    /// - Parameter ids: 10 000 at most, each once.
    func jobs(of ids: [StoryboardID]) async throws -> [Job]

    /// Jobs, the last submitted first.
    func jobs(_ query: JobQuery) async throws -> [Job]

    /// The number of jobs in each state.
    func jobCounts() async throws -> [JobState: Int]

    /// The number of unfinished jobs of an owner.
    func unfinishedJobs(of owner: JobOwner) async throws -> Int

    /// Leases a due job for `seconds` seconds, each job to one worker only: interactive jobs first, within a priority
    /// the job that has been due longest, and a batch job with every lease that `JobPriority.batchShare` gives to
    /// batch jobs.
    ///
    /// A job is due if it is not final, its time has come, and it has no lease or an expired one. With `id` only the
    /// job of that storyboard is leased. A power loss may undo a lease.
    /// - Returns: The job with its lease and the number of the attempt; nil if none is due.
    func lease(to worker: String, for seconds: TimeInterval, of id: StoryboardID?) async throws -> Job?

    /// Changes a job in one transaction: reads it, applies `change` with the catalog's time, writes it.
    ///
    /// With an `attempt` the change is made only while that attempt has the lease; nil changes any job.
    /// - Returns: The changed job; nil where there is none or the attempt is not the current one.
    func update(_ number: JobNumber, attempt: Int?, _ change: @escaping Job.Change) async throws -> Job?

    /// Extends the lease of an attempt by `seconds` seconds from now and records its progress as
    /// ``update(_:attempt:_:)`` does, several times a second; a power loss may undo the last of it.
    func heartbeat(
        _ number: JobNumber, attempt: Int, for seconds: TimeInterval, _ progress: @escaping Job.Change
    ) async throws -> Job?

    /// Yields when a job may have become due since the call: a hint, for changes that this process makes at least.
    func wakeups() -> AsyncStream<Void>
}

/// Selects storyboards by their sources.
public enum SourceQuery: Hashable, Sendable {
    /// Those of the source with this SHA-256 of its canonical path, as 64 hexadecimal digits.
    case path(sha256: String)
    /// Those of sources with this own name, such as `film.mkv`, compared by bytes.
    case name(String)
}

extension SourceQuery {
    fileprivate func selects(_ source: RecordedSource?) -> Bool {
        switch self {
        case .path(let hash): source?.path.hexadecimal() == hash
        case .name(let name): source?.name.utf8.elementsEqual(name.utf8) ?? false
        }
    }
}

/// The number of tiles of a library without a picture.
public struct PlaceholderTotals: Hashable, Sendable {
    /// Storyboards that have such tiles.
    public let storyboards: Int
    /// The tiles.
    public let tiles: Int

    /// Makes totals.
    public init(storyboards: Int, tiles: Int) {
        self.storyboards = storyboards
        self.tiles = tiles
    }
}

extension Catalog {
    /// Stores a job without an owner.
    public func submit(_ request: JobRequest, priority: JobPriority = .interactive) async throws -> Job {
        try await submit(request, priority: priority, owner: nil)
    }

    /// Changes a job, whether or not it is leased.
    package func update(_ number: JobNumber, _ change: @escaping Job.Change) async throws -> Job? {
        try await update(number, attempt: nil, change)
    }

    /// Reads all entries by id, as many at a time as a page may hold.
    ///
    /// - Parameter search: Limits them to entries that this text finds; nil reads all.
    /// - Throws: Errors of the catalog and of `body`.
    package func forEachPage(
        matching search: String? = nil, _ body: ([CatalogEntry]) async throws -> Void
    ) async throws {
        var query = CatalogQuery()
        (query.search, query.order, query.limit) = (search, .id, CatalogQuery.maximumLimit)
        while true {
            let page = try await entries(query).entries
            try await body(page)
            query.offset += page.count
            guard page.count == query.limit else { return }
        }
    }

    /// Makes both changes in turn; for catalogs without a faster way.
    public func put(_ entry: CatalogEntry, retiredSince since: Date?) async throws {
        try await put(entry)
        if let since { try await noteRetired(entry.id, since: since) }
    }

    /// Examines all entries; for catalogs without a faster way.
    public func storyboards(madeOf source: SourceQuery) async throws -> [StoryboardID] {
        var found: [StoryboardID] = []
        try await forEachPage { found += $0.filter { source.selects($0.source) }.map(\.id) }
        return found
    }

    /// Reads all unfinished jobs; for catalogs without a faster way.
    public func unfinishedJobs(of owner: JobOwner) async throws -> Int {
        var count = 0
        for state in JobState.allCases where !state.isFinal {
            var query = JobQuery()
            query.state = state
            query.limit = 10_000
            while case let page = try await jobs(query), !page.isEmpty {
                count += page.count { $0.owner == owner }
                query.offset += page.count
            }
        }
        return count
    }

    /// Queries one by one; for catalogs without a faster way.
    public func jobs(of ids: [StoryboardID]) async throws -> [Job] {
        var jobs: [Job] = []
        for id in ids { if let job = try await job(of: id) { jobs.append(job) } }
        return jobs
    }

    /// Queries both in turn; for catalogs without a faster way.
    public func status(of id: StoryboardID) async throws -> StoryboardStatus {
        StoryboardStatus(entry: try await entry(of: id), job: try await job(of: id))
    }

    /// Adds up all entries; for catalogs without a faster way.
    public func placeholderTotals() async throws -> PlaceholderTotals {
        var (storyboards, tiles) = (0, 0)
        try await forEachPage { page in
            for count in page.map(\.placeholders.count) where count > 0 {
                storyboards += 1
                tiles += count
            }
        }
        return PlaceholderTotals(storyboards: storyboards, tiles: tiles)
    }

    /// Ends at once: workers look from time to time.
    public func wakeups() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    /// Calls `update`; for catalogs without a cheaper way.
    public func heartbeat(
        _ number: JobNumber, attempt: Int, for seconds: TimeInterval, _ progress: @escaping Job.Change
    ) async throws -> Job? {
        try await update(number, attempt: attempt) { job, now in
            job.extend(until: now.addingTimeInterval(seconds))
            progress(&job, now)
        }
    }
}
