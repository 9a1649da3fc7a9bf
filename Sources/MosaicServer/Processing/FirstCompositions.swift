import Foundation
import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary
import ServiceLifecycle
import Synchronization

/// Composes storyboards on their first request, once for all concurrent requests.
final class FirstCompositions: Sendable {
    /// Pauses between two checks whether the storyboard is published; each pause is longer than the one before, up to
    /// the maximum.
    private static let pauses = (first: Duration.milliseconds(20), longest: Duration.milliseconds(400))

    private let library: StoryboardLibrary
    private let submissions: SubmissionService
    private let roots: SourceRoots
    private let videos: VideoRoots
    private let bucket: BucketAddress?
    private let wait: Duration
    private let flights = Mutex<[Flight: Task<Bool, any Error>]>([:])

    /// A composition that several requests wait for.
    private struct Flight: Hashable {
        let id: StoryboardID
        let owner: JobOwner?
    }

    /// - Parameters:
    ///   - bucket: The bucket and prefix whose folders are sources, each named by the id of its storyboard.
    ///   - wait: Maximum wait of a request.
    init(
        library: StoryboardLibrary, submissions: SubmissionService, roots: SourceRoots, videos: VideoRoots,
        bucket: BucketAddress?, wait: Duration
    ) {
        self.library = library
        self.submissions = submissions
        self.roots = roots
        self.videos = videos
        self.bucket = bucket
        self.wait = wait
    }

    /// Waits for a storyboard that has screenshots and was never published. Submits a job if the storyboard has none.
    ///
    /// - Parameter owner: The owner of a job that may be submitted; `nil` only waits for an existing job.
    /// - Returns: Whether the storyboard is published now. `false` if it has no screenshots, its job ended without
    ///   publishing it, or no job may be submitted.
    /// - Throws: `notYet` if the composition takes longer than the wait, `tooManyRequests`, `unavailable`.
    func storyboardAppears(_ id: StoryboardID, for owner: JobOwner?) async throws -> Bool {
        let key = Flight(id: id, owner: owner)
        let flight = flights.withLock { flights in
            if let flight = flights[key] { return flight }
            let flight = Task(executorPreference: WorkExecutors.writing) {
                defer { self.flights.withLock { $0[key] = nil } }
                return try await self.outcome(of: key)
            }
            flights[key] = flight
            return flight
        }
        return try await flight.value
    }

    private func outcome(of flight: Flight) async throws -> Bool {
        let id = flight.id
        guard let job = try await job(of: id, for: flight.owner) else {
            // The job may have ended after the request found no storyboard.
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

    /// The job that will publish the storyboard. `nil` if it has no screenshots, its job has already ended, it was
    /// removed recently, or it has no job and there is no owner.
    private func job(of id: StoryboardID, for owner: JobOwner?) async throws -> Job? {
        if let job = try await library.catalog.job(of: id) {
            guard !job.state.isFinal, try await holdsScreenshots(job.request().source) else { return nil }
            return job
        }
        guard let owner else { return nil }
        // A removed storyboard must not be composed again by the next request.
        guard try await !library.wasRemoved(id) else { return nil }
        guard var request = try await request(for: id) else { return nil }
        // No client has announced further screenshots.
        request.settle = 0
        return try await submissions.submitFirst(request, of: owner)
    }

    /// A job request for the storyboard's uploads, video or source; `nil` if there is none.
    private func request(for id: StoryboardID) async throws -> JobRequest? {
        if try await !submissions.uploads.names(of: id).isEmpty {
            return JobRequest(id: id, source: submissions.uploads.source(of: id))
        }
        if let request = try await library.request(ofVideo: id, in: videos) { return request }
        return await source(of: id).map { JobRequest(id: id, source: $0) }
    }

    /// The source of the storyboard's name: a folder or film below a root, or a folder in the bucket; `nil` if there is
    /// none.
    private func source(of id: StoryboardID) async -> ScreenshotSource? {
        if let source = roots.source(named: id.rawValue), await holdsScreenshots(source) { return source }
        guard let address = bucket?.appending(ObjectKey(id)) else { return nil }
        let source = ScreenshotSource(folder: address.description)
        return await holdsScreenshots(source) ? source : nil
    }

    private func isPublished(_ id: StoryboardID) async throws -> Bool {
        try await library.store.status(of: ObjectKey(id).appending(Storyboard.trackName)) != nil
    }

    private func holdsScreenshots(_ source: ScreenshotSource) async -> Bool {
        // A film counts as a source with screenshots, because only the job opens it.
        if source.filmPath != nil { return true }
        let listing = try? await library.reader(of: source, below: roots, isGrowing: true).list()
        return listing.map { !$0.screenshots.isEmpty } ?? false
    }
}

/// Composes a missing storyboard when it is requested, if it has screenshots, and then runs the request again.
struct FirstRequests: RouterMiddleware {
    typealias Context = ServerContext

    let compositions: FirstCompositions
    let rule: AccessRule

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as RequestError where error == .noStoryboard && ReadMethod(request.method) != nil {
            // A client without read access gets another error, which is not handled here.
            let mayCompose = rule.mayCompose(request, now: .now)
            let owner = mayCompose ? rule.owner(of: request, now: .now) : nil
            guard try await compositions.storyboardAppears(context.storyboard(), for: owner) else {
                throw error
            }
            return try await next(request, context)
        }
    }
}
