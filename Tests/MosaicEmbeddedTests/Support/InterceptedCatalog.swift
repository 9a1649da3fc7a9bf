import Foundation
import Mosaic

@testable import MosaicLibrary

/// A catalog that calls closures before it lists, leases or changes jobs, and before it stores or removes an entry.
struct InterceptedCatalog: Catalog {
    let catalog: any Catalog
    var beforeJobs: @Sendable (JobQuery) async throws -> Void = { _ in }
    var beforeLease: @Sendable () async throws -> Void = {}
    var beforeUpdate: @Sendable () async throws -> Void = {}
    var beforeRemoval: @Sendable () async throws -> Void = {}
    var beforePut: @Sendable () async throws -> Void = {}

    func now() async throws -> Date { try await catalog.now() }

    func put(_ entry: CatalogEntry) async throws {
        try await beforePut()
        try await catalog.put(entry)
    }

    func put(_ entry: CatalogEntry, retiredSince since: Date?) async throws {
        try await beforePut()
        try await catalog.put(entry, retiredSince: since)
    }

    func entry(of id: StoryboardID) async throws -> CatalogEntry? { try await catalog.entry(of: id) }

    func entries(_ query: CatalogQuery) async throws -> CatalogPage { try await catalog.entries(query) }

    func remove(_ id: StoryboardID) async throws -> Bool {
        try await beforeRemoval()
        return try await catalog.remove(id)
    }

    func removeEntry(_ id: StoryboardID) async throws {
        try await beforeRemoval()
        try await catalog.removeEntry(id)
    }

    func noteRetired(_ id: StoryboardID, since: Date) async throws {
        try await beforeRemoval()
        try await catalog.noteRetired(id, since: since)
    }

    func setRetired(_ id: StoryboardID, since: Date?) async throws {
        try await beforeRemoval()
        try await catalog.setRetired(id, since: since)
    }

    func retired(until end: Date, after last: RetiredStoryboard?, limit: Int) async throws -> [RetiredStoryboard] {
        try await catalog.retired(until: end, after: last, limit: limit)
    }

    func wakeups() -> AsyncStream<Void> { catalog.wakeups() }

    func submit(_ request: JobRequest, priority: JobPriority, owner: JobOwner?) async throws -> Job {
        try await catalog.submit(request, priority: priority, owner: owner)
    }

    func job(_ number: JobNumber) async throws -> Job? { try await catalog.job(number) }

    func job(of id: StoryboardID) async throws -> Job? { try await catalog.job(of: id) }

    func jobs(_ query: JobQuery) async throws -> [Job] {
        try await beforeJobs(query)
        return try await catalog.jobs(query)
    }

    func jobCounts() async throws -> [JobState: Int] { try await catalog.jobCounts() }

    func unfinishedJobs(of owner: JobOwner) async throws -> Int { try await catalog.unfinishedJobs(of: owner) }

    func lease(to worker: String, for seconds: TimeInterval, of id: StoryboardID?) async throws -> Job? {
        try await beforeLease()
        return try await catalog.lease(to: worker, for: seconds, of: id)
    }

    func update(_ number: JobNumber, attempt: Int?, _ change: @escaping Job.Change) async throws -> Job? {
        try await beforeUpdate()
        return try await catalog.update(number, attempt: attempt, change)
    }
}
