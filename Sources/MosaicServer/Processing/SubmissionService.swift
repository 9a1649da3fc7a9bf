import Foundation
import HTTPTypes
import Mosaic
import MosaicLibrary

/// Accepts submissions and uploads, and limits the queue length.
struct SubmissionService: Sendable {
    private let library: StoryboardLibrary
    let uploads: UploadedScreenshots
    /// Maximum unfinished jobs.
    let queueLength: Int
    /// Maximum unfinished jobs of one owner.
    private let queuePerToken: Int
    /// Whether screenshots stay when their storyboard is completed.
    let keepsScreenshots: Bool
    /// Retention of replaced and removed files, in seconds.
    let keepingOld: Int
    /// How a job is worked on for a request.
    let worker: JobWorker.Settings
    private let sheetURL: SheetURLTemplate?
    /// The traces of requests that submit jobs.
    let traces: JobTraces
    private let turns = KeyedSerialQueue<StoryboardID>()
    private let admissions = KeyedSerialQueue<JobOwner>()

    private var catalog: any Catalog { library.catalog }

    init(
        library: StoryboardLibrary, uploads: UploadedScreenshots, settings: WorkSettings,
        traces: JobTraces = JobTraces()
    ) {
        self.traces = traces
        self.library = library
        self.uploads = uploads
        queueLength = settings.queueLength
        queuePerToken = settings.queuePerToken
        keepsScreenshots = settings.keepsScreenshots
        keepingOld = settings.keepingOld
        worker = settings.worker
        sheetURL = settings.urlTemplate
    }

    /// Does something while nothing else that concerns the storyboard is taken in.
    func take<Value: Sendable>(
        _ id: StoryboardID, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value { try await turns.take(id, work) }

    /// Stores a job for the request, or changes the one that its storyboard has.
    ///
    /// - Parameters:
    ///   - owner: The client that submits it.
    ///   - isImported: Whether a completed job looks at its source again.
    ///   - isAllowed: Throws where it must not be stored; asked while nothing else concerns the storyboard.
    /// - Throws: `refused` where something is in the way or the storyboard is made of another source,
    ///   `tooManyRequests`, `unavailable`, what `isAllowed` does.
    func submit(
        _ request: JobRequest, of owner: JobOwner, isImported: Bool = false,
        if isAllowed: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> Job {
        let request = withDefaults(request)
        return try await turns.take(request.id) {
            try await refuseObstacles(to: request.id)
            try await isAllowed()
            let job = try await catalog.job(of: request.id)
            // Uploads stay the same source where the library was moved.
            let areUploads = try job.map { try $0.request().source.isUploads(of: request.id) } ?? false
            try await library.claim(request, adopting: areUploads && request.source.isUploads(of: request.id))
            return try await withRoom(for: job, of: owner) {
                let job = try await catalog.submit(request, priority: .interactive, owner: owner)
                guard isImported, job.state == .completed else { return job }
                return try await catalog.update(job.number) { $0.notify(now: $1, owner: owner) } ?? job
            }
        }
    }

    /// Stores a job for a storyboard that has none.
    ///
    /// - Returns: The job that it has now.
    /// - Throws: `tooManyRequests`, `unavailable`.
    func submitFirst(_ request: JobRequest, of owner: JobOwner) async throws -> Job {
        let request = withDefaults(request)
        return try await turns.take(request.id) {
            if let job = try await catalog.job(of: request.id) { return job }
            return try await withRoom(for: nil, of: owner) {
                try await catalog.submit(request, priority: .interactive, owner: owner)
            }
        }
    }

    /// A job for a film below a root of sources, under the id and title of the storyboard that the library has of it, or
    /// else those of its path.
    ///
    /// - Parameter stem: The film's path below its root, without extension.
    /// - Throws: `unavailable`.
    func request(for film: ScreenshotSource, stem: String) async throws -> JobRequest {
        let path = RecordedSource(of: film).path.hexadecimal()
        let known = try await catalog.storyboards(madeOf: .path(sha256: path)).first
        let published = if let known { try await catalog.entry(of: known) } else { CatalogEntry?.none }
        var request = JobRequest(id: published?.id ?? SourceNaming.path.id(of: stem), source: film)
        request.title = published?.title ?? stem
        // A film that grows is found out by its job.
        request.settle = 0
        return request
    }

    /// Restarts a job by hand.
    ///
    /// - Returns: The job as it is now; nil if it is missing.
    /// - Throws: `conflict` if it could only fail, `tooManyRequests`, `unavailable`.
    func retry(_ job: Job, of owner: JobOwner) async throws -> Job? {
        try await turns.take(job.storyboard) {
            guard let job = try await catalog.job(job.number) else { return nil }
            if try job.request().source.isUploads(of: job.storyboard) { try checkKept(job) }
            return try await withRoom(for: job, of: owner) {
                try await catalog.update(job.number) { $0.retry(now: $1, owner: owner) }
            }
        }
    }

    /// Cancels a job; published files stay.
    ///
    /// - Returns: The job as it is now; nil if it is missing.
    /// - Throws: `conflict` if it has finished, `unavailable`.
    func cancel(_ job: Job) async throws -> Job? {
        try await turns.take(job.storyboard) {
            let job = try await catalog.update(job.number) { $0.cancel(now: $1) }
            guard job?.state ?? .cancelled == .cancelled else {
                throw RequestError(.conflict, "A job that is completed or has failed cannot be cancelled.")
            }
            return job
        }
    }

    /// Makes sure that a storyboard can have a folder in the library.
    ///
    /// - Throws: `refused` where a link is in the way, `notFound` where a file has the name.
    func refuseObstacles(to id: StoryboardID) async throws {
        guard try await uploads.isObstructed(id) else { return }
        throw RequestError(.notFound, "A file has this name in the library, and no storyboard can.")
    }

    /// Makes sure that a screenshot may be uploaded for a storyboard, before it is.
    ///
    /// - Throws: `conflict`, `refused` where something is in the way or it is made of another source,
    ///   `tooManyRequests`, `unavailable`.
    func admit(_ name: ScreenshotName, of id: StoryboardID, from owner: JobOwner) async throws {
        try await refuseObstacles(to: id)
        let job = try await catalog.job(of: id)
        try checkSource(of: job, id)
        if job == nil { try await library.claim(self.request(for: id)) }
        try checkWanted(job, chapter: name.index)
        if job?.state.isFinal ?? true { try await checkRoom(of: owner) }
    }

    /// Gives a screenshot its place and wakes the storyboard's job, or stores one that expects nothing in particular.
    ///
    /// - Parameters:
    ///   - owner: The client that uploads it.
    ///   - isAllowed: Throws where it must not be taken; asked while nothing else concerns the storyboard.
    /// - Returns: The job, and whether the chapter had a screenshot before.
    /// - Throws: `conflict`, `refused`, `tooManyRequests`, `unavailable`, what `isAllowed` does.
    func take(
        _ received: StagedObject, as name: ChapterFile, of id: StoryboardID, from owner: JobOwner,
        if isAllowed: @escaping @Sendable () async throws -> Void
    ) async throws -> (job: Job, isReplaced: Bool) {
        try await turns.take(id) {
            let job = try await catalog.job(of: id)
            try checkSource(of: job, id)
            if job == nil { try await library.claim(self.request(for: id)) }
            try checkWanted(job, chapter: name.index)
            try await isAllowed()
            return try await withRoom(for: job, of: owner) {
                let isReplaced = try await uploads.publish(
                    received, as: name, of: id, keepingOld: keepingOld, now: catalog.now())
                return (try await wake(job, id, owner), isReplaced)
            }
        }
    }

    /// Removes a chapter's uploaded screenshot, also a retired one, and wakes the storyboard's job.
    ///
    /// - Returns: The removed files, in the storyboard's folder.
    /// - Throws: `conflict`, `refused`, `unavailable`, errors of `isAllowed`.
    func remove(
        _ name: ScreenshotName, of id: StoryboardID, by owner: JobOwner,
        if isAllowed: @escaping @Sendable () async throws -> Void
    ) async throws -> [String] {
        try await refuseObstacles(to: id)
        return try await turns.take(id) {
            let job = try await catalog.job(of: id)
            try checkSource(of: job, id)
            try await isAllowed()
            let deleted = try await library.deleteScreenshot(name, of: id)
            // Also without room: a screenshot that is gone must not stay on a sheet.
            if job != nil, !deleted.isEmpty { _ = try await wake(job, id, owner) }
            return deleted
        }
    }

    /// Removes the screenshots of a storyboard that is complete, unless it has come to life meanwhile.
    ///
    /// - Throws: `unavailable`.
    func discardScreenshots(of id: StoryboardID) async throws {
        try await turns.take(id) {
            guard let job = try await catalog.job(of: id), job.state == .completed,
                try job.request().source.isUploads(of: id)
            else { return }
            try await library.removeScreenshots(of: id)
        }
    }

    private func wake(_ job: Job?, _ id: StoryboardID, _ owner: JobOwner) async throws -> Job {
        guard let job else {
            return try await catalog.submit(request(for: id), priority: .interactive, owner: owner)
        }
        var request = try job.request()
        guard request.source == self.request(for: id).source else {
            // The library lay elsewhere when it was submitted.
            request.source = self.request(for: id).source
            return try await catalog.submit(request, priority: .interactive, owner: owner)
        }
        return try await catalog.update(job.number) { $0.wake(now: $1, owner: owner) } ?? job
    }

    /// A request for the uploaded screenshots.
    func request(for id: StoryboardID) -> JobRequest {
        withDefaults(JobRequest(id: id, source: uploads.source(of: id)))
    }

    private func withDefaults(_ request: JobRequest) -> JobRequest {
        var request = request
        request.keepingOld = keepingOld
        let track = request.settings.track
        if track.sheetURL == nil, track.baseURL == nil { request.settings.track.sheetURL = sheetURL }
        return request
    }

    private func checkSource(of job: Job?, _ id: StoryboardID) throws {
        guard let job else { return }
        guard try job.request().source.isUploads(of: id) else {
            throw RequestError(
                .conflict, "Its screenshots come from a source; add them there, or upload to another id.")
        }
        try checkKept(job)
    }

    private func checkKept(_ job: Job) throws {
        // One that lost its last screenshot has nothing that another could be missing beside.
        guard keepsScreenshots || job.state != .completed || job.completedChapters == 0 else {
            throw RequestError(.conflict, "It is complete, and its other screenshots were not kept; delete it first.")
        }
    }

    private func checkWanted(_ job: Job?, chapter: Int) throws {
        guard let job else { return }
        guard job.state != .cancelled else {
            throw RequestError(.conflict, "Its job was cancelled; retry that first.")
        }
        guard case .list(let chapters) = try job.request().expected else { return }
        guard chapters.contains(where: { $0.index == chapter }) else {
            throw RequestError(.conflict, "Chapter \(chapter) was not submitted.")
        }
    }

    /// Makes a change after which a job is unfinished, if there is room for it. Such changes of one owner follow each
    /// other, so that concurrent requests do not exceed its limit.
    ///
    /// - Throws: `tooManyRequests`, what `change` does.
    private func withRoom<Value: Sendable>(
        for job: Job?, of owner: JobOwner, _ change: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard job?.state.isFinal ?? true else { return try await change() }
        return try await admissions.take(owner) {
            try await checkRoom(of: owner)
            return try await change()
        }
    }

    private func checkRoom(of owner: JobOwner) async throws {
        let own = try await catalog.unfinishedJobs(of: owner)
        guard own < queuePerToken else {
            throw RequestError(.tooManyRequests, "\(own) storyboards of this token wait already.", [.retryAfter: "5"])
        }
        let waiting = try await catalog.unfinishedJobs()
        guard waiting < queueLength else {
            throw RequestError(.tooManyRequests, "\(waiting) storyboards wait already.", [.retryAfter: "5"])
        }
    }
}
