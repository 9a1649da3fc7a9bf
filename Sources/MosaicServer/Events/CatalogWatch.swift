import Foundation
import Mosaic
import MosaicLibrary

/// Finds the changes of a catalog since the last poll, by any process.
///
/// A poll reads the newest storyboards, the newest jobs, the leased jobs and the number of jobs in each state, all by
/// indexes. If these numbers have changed, the poll also reads the unfinished jobs. Then it compares these lists with
/// the lists of the last poll.
struct CatalogWatch {
    /// Maximum number of storyboards, and of new jobs, that a poll reads.
    static let page = 100
    /// Maximum number of unfinished jobs of each state that a poll reads. Further ones are found when a worker leases
    /// them.
    static let mostWaiting = 1_000
    /// Number of known storyboards above which older ones are removed.
    private static let mostKnown = 4_096

    /// A storyboard at the last poll.
    private struct Known {
        var job: JobAppearance?
        var entry: CatalogEntry?
    }

    /// The jobs of a poll.
    private struct Jobs {
        var counts: [JobState: Int] = [:]
        /// The leased jobs.
        var held: [Job] = []
        /// The unfinished jobs; `nil` if the counts have not changed.
        var waiting: [Job]?
        var recent: [Job] = []

        /// Whether a poll reads all unfinished jobs.
        var isWhole: Bool { counts.allSatisfy { state, count in state.isFinal || count <= CatalogWatch.mostWaiting } }
    }

    private let catalog: any Catalog
    private var hasBegun = false
    private var known: [StoryboardID: Known] = [:]
    private var counts: [JobState: Int] = [:]
    private var lastJob = JobNumber(rawValue: 0)
    private var held: Set<StoryboardID> = []
    private var waiting: Set<StoryboardID> = []
    private var newest = CatalogPage(entries: [], total: 0)

    /// Creates a watch that finds changes after the catalog's current state.
    ///
    /// - Throws: `unavailable`.
    init(_ catalog: any Catalog) async throws {
        self.catalog = catalog
        _ = try await look()
        hasBegun = true
    }

    /// The changes since the last poll. The job of a storyboard comes before the storyboard.
    ///
    /// - Parameter hints: Storyboards that this process has changed.
    /// - Throws: `unavailable`; the next poll finds the same changes.
    mutating func look(hints: Set<StoryboardID> = []) async throws -> [CatalogChange] {
        var query = CatalogQuery()
        query.limit = Self.page
        let page = try await catalog.entries(query)
        let jobs = try await currentJobs()
        var after = self
        after.take(page, jobs)
        guard hasBegun else {
            self = after
            return []
        }
        let published = news(in: page)
        let candidates = hints.union(published).union(gone(from: page)).union(news(in: jobs))
        var changes: [CatalogChange] = []
        for id in candidates.sorted(by: { $0.rawValue < $1.rawValue }) {
            let isNews = hints.contains(id) || published.contains(id)
            try await changes += after.changes(of: id, since: known[id], isNews: isNews)
        }
        let removed = changes.count(where: \.isRemoval)
        if published.count == Self.page || jobs.recent.count == Self.page || page.total + removed < newest.total {
            changes.append(.unknown)
        }
        self = after
        return changes
    }

    private func currentJobs() async throws -> Jobs {
        var jobs = Jobs()
        jobs.counts = try await catalog.jobCounts()
        var query = JobQuery()
        query.limit = Self.page
        let last = lastJob.rawValue
        jobs.recent = try await catalog.jobs(query).filter { $0.number.rawValue > last }
        query.limit = Self.mostWaiting
        query.onlyHeld = true
        jobs.held = try await catalog.jobs(query)
        guard jobs.counts != counts else { return jobs }
        query.onlyHeld = false
        var waiting: [Job] = []
        for (state, count) in jobs.counts where !state.isFinal && count > 0 {
            query.state = state
            waiting += try await catalog.jobs(query)
        }
        jobs.waiting = waiting
        return jobs
    }

    /// Storyboards of the page that are new or different.
    private func news(in page: CatalogPage) -> Set<StoryboardID> {
        let floor = newest.entries.count < Self.page ? nil : newest.entries.last?.updated
        // If entries leave the list, older ones move up into it; these are not new.
        let news = page.entries.filter { entry in
            guard let before = known[entry.id]?.entry else { return floor.map { entry.updated > $0 } ?? true }
            return before != entry
        }
        return Set(news.map(\.id))
    }

    /// Storyboards that left the list for another reason than newer entries, such as a removal.
    private func gone(from page: CatalogPage) -> [StoryboardID] {
        let present = Set(page.entries.map(\.id))
        let floor = page.entries.count < Self.page ? nil : page.entries.last?.updated
        return newest.entries.filter { entry in !present.contains(entry.id) && floor.map { entry.updated > $0 } ?? true
        }
        .map(\.id)
    }

    /// Storyboards whose jobs are new or different, or were unfinished and are not listed any more.
    private func news(in jobs: Jobs) -> [StoryboardID] {
        let seen = Set((jobs.held + (jobs.waiting ?? [])).map(\.storyboard))
        let lost = (jobs.waiting == nil ? held : held.union(waiting)).subtracting(seen)
        // If not all unfinished jobs are read, older ones move up into the list when others leave it; these are not
        // new.
        let shown =
            jobs.held + jobs.recent + (jobs.waiting ?? []).filter { jobs.isWhole || known[$0.storyboard] != nil }
        return lost + shown.filter { known[$0.storyboard]?.job != JobAppearance($0) }.map(\.storyboard)
    }

    /// Records the lists of a poll, and forgets older storyboards if too many are known.
    private mutating func take(_ page: CatalogPage, _ jobs: Jobs) {
        held = Set(jobs.held.map(\.storyboard))
        if let waiting = jobs.waiting { self.waiting = Set(waiting.map(\.storyboard)) }
        if known.count > Self.mostKnown {
            let kept = held.union(waiting).union(page.entries.map(\.id))
            known = known.filter { kept.contains($0.key) }
        }
        for entry in page.entries { known[entry.id, default: Known()].entry = entry }
        for job in jobs.held + jobs.recent + (jobs.waiting ?? []) {
            known[job.storyboard, default: Known()].job = JobAppearance(job)
        }
        counts = jobs.counts
        lastJob = JobNumber(rawValue: max(lastJob.rawValue, jobs.recent.map(\.number.rawValue).max() ?? 0))
        newest = page
    }

    /// Reads a storyboard and its job again, records them, and returns their changes.
    ///
    /// - Parameter isNews: Whether the storyboard was probably published or removed.
    private mutating func changes(
        of id: StoryboardID, since before: Known?, isNews: Bool
    ) async throws -> [CatalogChange] {
        let status = try await catalog.status(of: id)
        var changes: [CatalogChange] = []
        if let job = status.job, before?.job != JobAppearance(job) { changes.append(.job(job, status.entry)) }
        if let entry = status.entry {
            if before?.entry != entry, before != nil || isNews { changes.append(.storyboard(entry, status.job)) }
        } else if before?.entry != nil || status.job == nil {
            changes.append(.removed(id))
        }
        let isGone = status.entry == nil && status.job == nil
        known[id] = isGone ? nil : Known(job: status.job.map(JobAppearance.init), entry: status.entry)
        return changes
    }
}

/// A change found by a poll of the catalog.
enum CatalogChange: Hashable, Sendable {
    /// A job is new or different. Includes the entry of its storyboard.
    case job(Job, CatalogEntry?)
    /// A storyboard was published. Includes its job.
    case storyboard(CatalogEntry, Job?)
    /// A storyboard was removed.
    case removed(StoryboardID)
    /// There were more changes than the poll lists one by one.
    case unknown

    var isRemoval: Bool { if case .removed = self { true } else { false } }

    /// The job that has ended with this change; `nil` for other changes.
    var endedJob: (job: Job, entry: CatalogEntry?)? {
        guard case .job(let job, let entry) = self, job.state.isFinal else { return nil }
        return (job, entry)
    }
}

/// The fields of a job that are compared for events. Times are left out, because heartbeats change them.
struct JobAppearance: Hashable, Sendable {
    private let number: JobNumber
    private let state: JobState
    private let priority: JobPriority
    private let completed: Int
    private let total: Int?
    private let failures: Int
    private let error: String?
    /// Number of the attempt that ended the job; `nil` if the job is unfinished. Detects that a job has ended again
    /// with otherwise equal fields.
    private let end: Int?

    init(_ job: Job) {
        number = job.number
        state = job.state
        priority = job.priority
        completed = job.completedChapters
        total = job.totalChapters
        failures = job.failedAttempts
        error = job.errorMessage
        end = job.state.isFinal ? job.attempt : nil
    }
}
