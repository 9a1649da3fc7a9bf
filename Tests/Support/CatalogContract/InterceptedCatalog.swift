package import Foundation
package import Mosaic
package import MosaicLibrary

/// A catalog that calls closures before it lists, reads, leases or changes jobs, and before it lists, stores, removes
/// or retires entries.
package struct InterceptedCatalog: Catalog {
    /// Does something before a call.
    package typealias Hook = @Sendable () async throws -> Void

    private let catalog: any Catalog
    private let beforeEntries: @Sendable (CatalogQuery) async throws -> Void
    private let beforeJobs: @Sendable (JobQuery) async throws -> Void
    private let beforeJob: Hook
    private let beforeLease: Hook
    private let beforeUpdate: Hook
    private let beforeRemoval: Hook
    private let beforePut: Hook

    package init(
        catalog: any Catalog, beforeEntries: @escaping @Sendable (CatalogQuery) async throws -> Void = { _ in },
        beforeJobs: @escaping @Sendable (JobQuery) async throws -> Void = { _ in },
        beforeJob: @escaping Hook = {}, beforeLease: @escaping Hook = {}, beforeUpdate: @escaping Hook = {},
        beforeRemoval: @escaping Hook = {}, beforePut: @escaping Hook = {}
    ) {
        (self.catalog, self.beforeEntries, self.beforeJobs) = (catalog, beforeEntries, beforeJobs)
        (self.beforeJob, self.beforeLease, self.beforeUpdate) = (beforeJob, beforeLease, beforeUpdate)
        (self.beforeRemoval, self.beforePut) = (beforeRemoval, beforePut)
    }

    package func now() async throws -> Date { try await catalog.now() }

    package func put(_ entry: CatalogEntry) async throws {
        try await beforePut()
        try await catalog.put(entry)
    }

    package func put(_ entry: CatalogEntry, retiredSince since: Date?) async throws {
        try await beforePut()
        try await catalog.put(entry, retiredSince: since)
    }

    package func entry(of id: StoryboardID) async throws -> CatalogEntry? { try await catalog.entry(of: id) }

    package func entries(_ query: CatalogQuery) async throws -> CatalogPage {
        try await beforeEntries(query)
        return try await catalog.entries(query)
    }

    package func remove(_ id: StoryboardID) async throws -> Bool {
        try await beforeRemoval()
        return try await catalog.remove(id)
    }

    package func removeEntry(_ id: StoryboardID) async throws {
        try await beforeRemoval()
        try await catalog.removeEntry(id)
    }

    package func noteRetired(_ id: StoryboardID, since: Date) async throws {
        try await beforeRemoval()
        try await catalog.noteRetired(id, since: since)
    }

    package func setRetired(_ id: StoryboardID, since: Date?) async throws {
        try await beforeRemoval()
        try await catalog.setRetired(id, since: since)
    }

    package func retired(until end: Date, after last: RetiredStoryboard?, limit: Int) async throws
        -> [RetiredStoryboard]
    {
        try await catalog.retired(until: end, after: last, limit: limit)
    }

    package func wakeups() -> AsyncStream<Void> { catalog.wakeups() }

    package func submit(_ request: JobRequest, priority: JobPriority, owner: JobOwner?) async throws -> Job {
        try await catalog.submit(request, priority: priority, owner: owner)
    }

    package func job(_ number: JobNumber) async throws -> Job? { try await catalog.job(number) }

    package func job(of id: StoryboardID) async throws -> Job? {
        try await beforeJob()
        return try await catalog.job(of: id)
    }

    package func jobs(of ids: [StoryboardID]) async throws -> [Job] { try await catalog.jobs(of: ids) }

    package func jobs(_ query: JobQuery) async throws -> [Job] {
        try await beforeJobs(query)
        return try await catalog.jobs(query)
    }

    package func jobCounts() async throws -> [JobState: Int] { try await catalog.jobCounts() }

    package func unfinishedJobs(of owner: JobOwner) async throws -> Int { try await catalog.unfinishedJobs(of: owner) }

    package func lease(to worker: String, for seconds: TimeInterval, of id: StoryboardID?) async throws -> Job? {
        try await beforeLease()
        return try await catalog.lease(to: worker, for: seconds, of: id)
    }

    package func update(_ number: JobNumber, attempt: Int?, _ change: @escaping Job.Change) async throws -> Job? {
        try await beforeUpdate()
        return try await catalog.update(number, attempt: attempt, change)
    }
}
