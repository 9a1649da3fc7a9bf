public import Foundation
public import Mosaic

/// Stores facts about published storyboards, and the jobs that make them.
///
/// The storyboards' documents are authoritative: entries can be rebuilt from them. Every change is one transaction,
/// also between several processes, and survives a power loss unless its function says otherwise. `CatalogContract` in
/// the tests checks every implementation.
///
/// The catalog's clock alone decides when jobs are due, leases expire and retired objects may be deleted. A catalog in
/// a database uses the database's clock. So a worker whose clock is wrong neither loses nor steals a lease.
public protocol Catalog: Sendable {
    /// The current time of the catalog's clock.
    func now() async throws -> Date

    // MARK: Storyboards

    /// Stores an entry. An entry of the same id is replaced, except for its time of creation.
    ///
    /// - Throws: `unavailable`, like every function here.
    func put(_ entry: CatalogEntry) async throws

    /// The entry of a storyboard; nil if missing.
    func entry(of id: StoryboardID) async throws -> CatalogEntry?

    /// A page of entries.
    func entries(_ query: CatalogQuery) async throws -> CatalogPage

    /// Storyboards made of a source, sorted by id.
    func storyboards(madeOf source: SourceQuery) async throws -> [StoryboardID]

    /// Removes a storyboard's entry and its job.
    ///
    /// - Returns: Whether the entry or the job existed.
    @discardableResult
    func remove(_ id: StoryboardID) async throws -> Bool

    /// Removes a storyboard's entry and keeps its job.
    func removeEntry(_ id: StoryboardID) async throws

    // MARK: Retention

    /// Stores an entry, and notes since when the storyboard has retired objects; nil notes nothing.
    func put(_ entry: CatalogEntry, retiredSince since: Date?) async throws

    /// Notes since when a storyboard has retired objects, unless an earlier time is noted.
    ///
    /// The note points to the storyboard's journals, which alone list retired objects. `.distantPast` makes the
    /// storyboard due at once.
    func noteRetired(_ id: StoryboardID, since: Date) async throws

    /// Sets the time since which a storyboard has retired objects; nil if it has none.
    func setRetired(_ id: StoryboardID, since: Date?) async throws

    /// Storyboards with objects that were retired at `end` or before, sorted by that time, then by id.
    ///
    /// - Parameters:
    ///   - end: The last time of a listed storyboard.
    ///   - last: The last storyboard of the previous page; nil for the first page.
    ///   - limit: Maximum number of storyboards, 1...10 000.
    func retired(until end: Date, after last: RetiredStoryboard?, limit: Int) async throws -> [RetiredStoryboard]

    // MARK: Storyboards with their jobs

    /// A storyboard's entry and its job in one query.
    func status(of id: StoryboardID) async throws -> StoryboardStatus

    /// The number of storyboards with placeholders, and the number of placeholders.
    func placeholderTotals() async throws -> PlaceholderTotals

    // MARK: Jobs

    /// Stores a job for the request. If the storyboard has a job, changes it with
    /// ``Job/resubmit(_:priority:owner:now:)``.
    ///
    /// A new job, and a final job that is restarted, get this priority and this owner. The priority of an unfinished
    /// job is raised but not lowered, and its owner stays.
    func submit(_ request: JobRequest, priority: JobPriority, owner: JobOwner?) async throws -> Job

    /// The job of that number; nil if missing.
    func job(_ number: JobNumber) async throws -> Job?

    /// The job of a storyboard; nil if missing.
    func job(of id: StoryboardID) async throws -> Job?

    /// The jobs of storyboards, in any order; storyboards without a job are left out.
    ///
    /// - Parameter ids: At most 10 000 distinct ids.
    func jobs(of ids: [StoryboardID]) async throws -> [Job]

    /// A page of jobs, in descending order of job number.
    func jobs(_ query: JobQuery) async throws -> [Job]

    /// The number of jobs in each state.
    func jobCounts() async throws -> [JobState: Int]

    /// The number of unfinished jobs of an owner.
    func unfinishedJobs(of owner: JobOwner) async throws -> Int

    /// Leases a due job for `seconds` seconds, each job to one worker only. Interactive jobs come first; within a
    /// priority, the job that has been due longest. While jobs of both priorities are due, one of every
    /// `JobPriority.batchShare` leases is for a batch job.
    ///
    /// A job is due if it is not final, its time has come, and it has no lease or an expired one. With `id`, only the
    /// job of that storyboard is leased. A power loss may undo a lease.
    /// - Returns: The job with its lease and the number of the attempt; nil if none is due.
    func lease(to worker: String, for seconds: TimeInterval, of id: StoryboardID?) async throws -> Job?

    /// Changes a job in one transaction: reads it, applies `change` with the catalog's time, writes it.
    ///
    /// With an `attempt`, the job changes only while that attempt has the lease. nil changes the job whether or not it
    /// is leased.
    /// - Returns: The changed job; nil if the job is missing or the attempt is not the current one.
    func update(_ number: JobNumber, attempt: Int?, _ change: @escaping Job.Change) async throws -> Job?

    /// Extends the lease of an attempt by `seconds` seconds from now, and records progress as ``update(_:attempt:_:)``
    /// does. Workers call this several times a second, so a power loss may undo the last calls.
    func heartbeat(
        _ number: JobNumber, attempt: Int, for seconds: TimeInterval, _ progress: @escaping Job.Change
    ) async throws -> Job?

    /// Yields when a job may have become due since the call. The stream is a hint; it covers at least the changes by
    /// this process.
    func wakeups() -> AsyncStream<Void>
}

/// Selects storyboards by source.
public enum SourceQuery: Hashable, Sendable {
    /// Storyboards whose source's canonical path has this SHA-256, as 64 hexadecimal digits.
    case path(sha256: String)
    /// Storyboards whose source has this last path part, such as `film.mkv`, compared by bytes.
    case name(String)
}

extension SourceQuery {
    package func selects(_ source: RecordedSource?) -> Bool {
        switch self {
        case .path(let hash): source?.path.hexadecimal() == hash
        case .name(let name): source?.name.utf8.elementsEqual(name.utf8) ?? false
        }
    }
}

/// The number of tiles in a library that show no picture.
public struct PlaceholderTotals: Hashable, Sendable {
    /// Storyboards with at least one placeholder.
    public let storyboards: Int
    /// Placeholders of all storyboards.
    public let tiles: Int

    /// Creates totals.
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

    /// Changes a job, leased or not.
    package func update(_ number: JobNumber, _ change: @escaping Job.Change) async throws -> Job? {
        try await update(number, attempt: nil, change)
    }

    /// Calls `body` with all entries in the order of their ids, one page at a time.
    ///
    /// - Parameter search: Text that the id or the title contains; nil selects all entries.
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

    /// All jobs in a state, the last submitted first.
    ///
    /// - Throws: `unavailable`.
    package func allJobs(in state: JobState) async throws -> [Job] {
        var jobs: [Job] = []
        var query = JobQuery()
        query.state = state
        query.limit = CatalogQuery.maximumLimit
        while true {
            let page = try await self.jobs(query)
            jobs += page
            query.offset += page.count
            guard page.count == query.limit else { return jobs }
        }
    }

    /// Stores the entry, then notes the retirement; for catalogs without a single transaction for both.
    public func put(_ entry: CatalogEntry, retiredSince since: Date?) async throws {
        try await put(entry)
        if let since { try await noteRetired(entry.id, since: since) }
    }

    /// Searches all entries; for catalogs without an index.
    public func storyboards(madeOf source: SourceQuery) async throws -> [StoryboardID] {
        var found: [StoryboardID] = []
        try await forEachPage { found += $0.filter { source.selects($0.source) }.map(\.id) }
        return found
    }

    /// Reads all unfinished jobs; for catalogs without an index.
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

    /// Queries one job at a time; for catalogs without a query for several ids.
    public func jobs(of ids: [StoryboardID]) async throws -> [Job] {
        var jobs: [Job] = []
        for id in ids { if let job = try await job(of: id) { jobs.append(job) } }
        return jobs
    }

    /// Queries the entry, then the job; for catalogs without a joint query.
    public func status(of id: StoryboardID) async throws -> StoryboardStatus {
        StoryboardStatus(entry: try await entry(of: id), job: try await job(of: id))
    }

    /// Reads all entries; for catalogs without a sum query.
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

    /// A stream that ends at once: workers then rely on polling.
    public func wakeups() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    /// Calls ``update(_:attempt:_:)``; for catalogs without a cheaper heartbeat.
    public func heartbeat(
        _ number: JobNumber, attempt: Int, for seconds: TimeInterval, _ progress: @escaping Job.Change
    ) async throws -> Job? {
        try await update(number, attempt: attempt) { job, now in
            job.extend(until: now.addingTimeInterval(seconds))
            progress(&job, now)
        }
    }
}
