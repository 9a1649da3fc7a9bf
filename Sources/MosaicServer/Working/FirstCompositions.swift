import Foundation
import HTTPTypes
import Mosaic
import MosaicLibrary
import ServiceLifecycle
import Synchronization

/// Has storyboards composed that somebody asks for and that never were: once for all who ask meanwhile.
final class FirstCompositions: Sendable {
    /// Between looks whether a storyboard is there: the longer it takes, the longer.
    private static let pauses = (first: Duration.milliseconds(20), longest: Duration.milliseconds(400))

    private let library: StoryboardLibrary
    private let submissions: SubmissionService
    private let roots: SourceRoots
    private let wait: Duration
    private let flights = Mutex<[Flight: Task<Bool, any Error>]>([:])

    /// What several requests wait for together.
    private struct Flight: Hashable {
        let id: StoryboardID
        let mayCompose: Bool
    }

    /// - Parameter wait: How long a request waits.
    init(library: StoryboardLibrary, submissions: SubmissionService, roots: SourceRoots, wait: Duration) {
        self.library = library
        self.submissions = submissions
        self.roots = roots
        self.wait = wait
    }

    /// Waits for a storyboard that has screenshots and was never published.
    ///
    /// - Parameter mayCompose: Whether a job may be made for it; otherwise only one that it has is waited for.
    /// - Returns: Whether it is there now; without screenshots it is not going to be.
    /// - Throws: `notYet` where it takes longer, `tooManyRequests`, `unavailable`.
    func storyboardAppears(_ id: StoryboardID, mayCompose: Bool) async throws -> Bool {
        let key = Flight(id: id, mayCompose: mayCompose)
        let flight = flights.withLock { flights in
            if let flight = flights[key] { return flight }
            let flight = Task(executorPreference: WorkThreads.writing) {
                defer { self.flights.withLock { $0[key] = nil } }
                return try await self.compose(key)
            }
            flights[key] = flight
            return flight
        }
        return try await flight.value
    }

    private func compose(_ flight: Flight) async throws -> Bool {
        let id = flight.id
        guard let job = try await job(of: id, mayCompose: flight.mayCompose) else {
            // Its job may have ended after the request found no storyboard.
            return try await isPublished(id)
        }
        let end = ContinuousClock.now + wait
        var pause = Self.pauses.first
        while true {
            if try await isPublished(id) { return true }
            guard let now = try await library.catalog.job(job.number), !now.state.isFinal else {
                return try await isPublished(id)
            }
            guard ContinuousClock.now < end, !Task.isShuttingDownGracefully else {
                throw RequestError(.notYet, "It is being composed.", [.retryAfter: "2"])
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 3 / 2, Self.pauses.longest)
        }
    }

    /// The job that is going to publish it; nil without screenshots, and where a job has come to its end already or the
    /// storyboard was removed a while ago.
    private func job(of id: StoryboardID, mayCompose: Bool) async throws -> Job? {
        if let job = try await library.catalog.job(of: id) {
            return try !job.state.isFinal && holdsScreenshots(job.request().source) ? job : nil
        }
        guard mayCompose else { return nil }
        // Whoever removed it does not want it made again by the next one who asks.
        guard try await !library.wasRemoved(id) else { return nil }
        guard let source = try await source(of: id) else { return nil }
        var request = JobRequest(id: id, source: source)
        // Nobody says that more is to come.
        request.settle = 0
        return try await submissions.submitFirst(request)
    }

    /// What the storyboard can be composed of; nil where there is nothing.
    private func source(of id: StoryboardID) async throws -> ScreenshotSource? {
        if try await !submissions.uploads.names(of: id).isEmpty { return submissions.uploads.source(of: id) }
        return roots.source(named: id.rawValue).flatMap { holdsScreenshots($0) ? $0 : nil }
    }

    private func isPublished(_ id: StoryboardID) async throws -> Bool {
        try await library.store.status(of: ObjectKey(id).appending(Document.track.rawValue)) != nil
    }

    private func holdsScreenshots(_ source: ScreenshotSource) -> Bool {
        (try? source.listing(isGrowing: true)).map { !$0.screenshots.isEmpty } ?? false
    }
}
