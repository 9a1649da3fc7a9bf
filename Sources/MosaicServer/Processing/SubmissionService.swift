import Foundation
import HTTPTypes
import Mosaic
import MosaicLibrary

/// Accepts submissions and uploads, and limits the queue length.
struct SubmissionService: Sendable {
    private let library: StoryboardLibrary
    let uploads: UploadedScreenshots
    /// Maximum number of unfinished jobs.
    let queueLength: Int
    /// Maximum number of unfinished jobs of one owner.
    private let queuePerToken: Int
    /// Whether screenshots stay after their storyboard is completed.
    let keepsScreenshots: Bool
    /// Retention of replaced and removed files, in seconds.
    let keepingOld: Int
    /// Settings for work on a job outside of a worker, as for a purge.
    let worker: JobWorker.Settings
    private let sheetURL: SheetURLTemplate?
    /// Stores the traces of requests that submit jobs.
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

    /// Runs `work`; requests for the same storyboard run one at a time.
    func take<Value: Sendable>(
        _ id: StoryboardID, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value { try await turns.take(id, work) }

    /// Stores a job for the request, or changes the existing job of its storyboard.
    ///
    /// - Parameters:
    ///   - owner: The client that submits it.
    ///   - isImported: Whether a completed job reads its source again.
    ///   - isAllowed: Throws if the job must not be stored. Called while no other change of the storyboard runs.
    /// - Throws: `refused` if a link has the storyboard's name, or the storyboard has another source; `conflict` if a
    ///   file has the name; `tooManyRequests`; `unavailable`; errors of `isAllowed`.
    func submit(
        _ request: JobRequest, of owner: JobOwner, isImported: Bool = false,
        if isAllowed: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> Job {
        let request = withDefaults(request)
        return try await turns.take(request.id) {
            try await refuseObstacles(to: request.id, as: .conflict)
            try await isAllowed()
            let job = try await catalog.job(of: request.id)
            // Uploads count as the same source even if the library was moved.
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
    /// - Returns: The new job, or the one that the storyboard already has.
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

    /// Creates the job request for a film below a root of sources. It has id and title of the film's published
    /// storyboard, or else an id and a title from the film's path.
    ///
    /// - Parameter stem: The film's path below its root, without extension.
    /// - Throws: `unavailable`.
    func request(for film: ScreenshotSource, stem: String) async throws -> JobRequest {
        let path = RecordedSource(of: film).path.hexadecimal()
        let known = try await catalog.storyboards(madeOf: .path(sha256: path)).first
        let published = if let known { try await catalog.entry(of: known) } else { CatalogEntry?.none }
        var request = JobRequest(id: published?.id ?? SourceNaming.path.id(of: stem), source: film)
        request.title = published?.title ?? stem
        // The job itself detects a growing film.
        request.settle = 0
        return request
    }

    /// Restarts a job at a client's request.
    ///
    /// - Returns: The job as it is now; `nil` if it is missing.
    /// - Throws: `conflict` if the job could only fail, `tooManyRequests`, `unavailable`.
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
    /// - Returns: The job as it is now; `nil` if it is missing.
    /// - Throws: `conflict` if the job has finished, `unavailable`.
    func cancel(_ job: Job) async throws -> Job? {
        try await turns.take(job.storyboard) {
            let job = try await catalog.update(job.number) { $0.cancel(now: $1) }
            guard job?.state ?? .cancelled == .cancelled else {
                throw RequestError(.conflict, "A job that is completed or has failed cannot be cancelled.")
            }
            return job
        }
    }

    /// Checks that a storyboard can have a folder in the library.
    ///
    /// - Parameter code: The error's code if a file has the storyboard's name.
    /// - Throws: `refused` if a link has the storyboard's name.
    func refuseObstacles(to id: StoryboardID, as code: RequestError.Code) async throws {
        guard try await uploads.isObstructed(id) else { return }
        throw RequestError(code, "A file has this name in the library, and no storyboard can.")
    }

    /// Checks before an upload whether the screenshot may be uploaded.
    ///
    /// - Throws: `conflict`, also if a file has the storyboard's name; `refused` if a link has it, or the storyboard has
    ///   another source; `tooManyRequests`; `unavailable`.
    func admit(_ name: ScreenshotName, of id: StoryboardID, from owner: JobOwner) async throws {
        try await refuseObstacles(to: id, as: .conflict)
        let job = try await catalog.job(of: id)
        try checkSource(of: job, id)
        if job == nil { try await library.claim(self.request(for: id)) }
        try checkWanted(job, chapter: name.index)
        if job?.state.isFinal ?? true { try await checkRoom(of: owner) }
    }

    /// Publishes a received screenshot and wakes the storyboard's job, or stores a job without expected chapters.
    ///
    /// - Parameters:
    ///   - owner: The client that uploads it.
    ///   - isAllowed: Throws if the screenshot must not be stored. Called while no other change of the storyboard runs.
    /// - Returns: The job, and whether the chapter had a screenshot before.
    /// - Throws: `conflict`, `refused`, `tooManyRequests`, `unavailable`, errors of `isAllowed`.
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

    /// Removes a chapter's uploaded screenshot, including a retired one, and wakes the storyboard's job.
    ///
    /// - Returns: Names of the removed files in the storyboard's folder.
    /// - Throws: `conflict`, `refused`, `notFound` if a file has the storyboard's name, `unavailable`, errors of
    ///   `isAllowed`.
    func remove(
        _ name: ScreenshotName, of id: StoryboardID, by owner: JobOwner,
        if isAllowed: @escaping @Sendable () async throws -> Void
    ) async throws -> [String] {
        try await refuseObstacles(to: id, as: .notFound)
        return try await turns.take(id) {
            let job = try await catalog.job(of: id)
            try checkSource(of: job, id)
            try await isAllowed()
            let deleted = try await library.deleteScreenshot(name, of: id)
            // Wakes the job even if the queue is full: a removed screenshot must not stay on a sheet.
            if job != nil, !deleted.isEmpty { _ = try await wake(job, id, owner) }
            return deleted
        }
    }

    /// Removes the screenshots of a completed storyboard, unless its job has been restarted meanwhile.
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
            // The library was at another path when the job was submitted.
            request.source = self.request(for: id).source
            return try await catalog.submit(request, priority: .interactive, owner: owner)
        }
        return try await catalog.update(job.number) { $0.wake(now: $1, owner: owner) } ?? job
    }

    /// Creates the job request for the uploaded screenshots.
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
        // A storyboard without any screenshot needs no other screenshots to grow.
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

    /// Runs a change after which a job is unfinished, if the queue has room for it. Changes of the same owner run one
    /// at a time, so that concurrent requests do not exceed the owner's limit.
    ///
    /// - Throws: `tooManyRequests`, errors of `change`.
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
