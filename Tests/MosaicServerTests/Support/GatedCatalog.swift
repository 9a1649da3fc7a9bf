import Foundation
import Mosaic
import Synchronization

@testable import MosaicLibrary

/// A catalog whose long lists wait until they may go on, and that counts them and the jobs that are asked for one by one.
final class GatedCatalog: Catalog {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var singleJobs = 0
    }

    private let catalog: any Catalog
    private let state = Mutex(State())

    init(_ catalog: any Catalog) { self.catalog = catalog }

    /// Lists that wait.
    var waiting: Int { state.withLock(\.waiting.count) }
    /// How often one job was asked for.
    var singleJobs: Int { state.withLock(\.singleJobs) }

    /// Lets all lists go on.
    func open() {
        let waiting = state.withLock { state in
            defer { (state.isOpen, state.waiting) = (true, []) }
            return state.waiting
        }
        for list in waiting { list.resume() }
    }

    private func wait() async {
        await withCheckedContinuation { list in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(list) }
                return state.isOpen
            }
            if isOpen { list.resume() }
        }
    }

    func now() async throws -> Date { try await catalog.now() }

    func entries(_ query: CatalogQuery) async throws -> CatalogPage {
        if query.limit > 100 { await wait() }
        return try await catalog.entries(query)
    }

    func job(of id: StoryboardID) async throws -> Job? {
        state.withLock { $0.singleJobs += 1 }
        return try await catalog.job(of: id)
    }

    func jobs(of ids: [StoryboardID]) async throws -> [Job] { try await catalog.jobs(of: ids) }

    func put(_ entry: CatalogEntry) async throws { try await catalog.put(entry) }

    func entry(of id: StoryboardID) async throws -> CatalogEntry? { try await catalog.entry(of: id) }

    func remove(_ id: StoryboardID) async throws -> Bool { try await catalog.remove(id) }

    func removeEntry(_ id: StoryboardID) async throws { try await catalog.removeEntry(id) }

    func noteRetired(_ id: StoryboardID, since: Date) async throws { try await catalog.noteRetired(id, since: since) }

    func setRetired(_ id: StoryboardID, since: Date?) async throws { try await catalog.setRetired(id, since: since) }

    func retired(until end: Date, after last: RetiredStoryboard?, limit: Int) async throws -> [RetiredStoryboard] {
        try await catalog.retired(until: end, after: last, limit: limit)
    }

    func submit(_ request: JobRequest, priority: JobPriority, owner: JobOwner?) async throws -> Job {
        try await catalog.submit(request, priority: priority, owner: owner)
    }

    func job(_ number: JobNumber) async throws -> Job? { try await catalog.job(number) }

    func jobs(_ query: JobQuery) async throws -> [Job] { try await catalog.jobs(query) }

    func jobCounts() async throws -> [JobState: Int] { try await catalog.jobCounts() }

    func unfinishedJobs(of owner: JobOwner) async throws -> Int { try await catalog.unfinishedJobs(of: owner) }

    func lease(to worker: String, for seconds: TimeInterval, of id: StoryboardID?) async throws -> Job? {
        try await catalog.lease(to: worker, for: seconds, of: id)
    }

    func update(_ number: JobNumber, attempt: Int?, _ change: @escaping Job.Change) async throws -> Job? {
        try await catalog.update(number, attempt: attempt, change)
    }
}
