import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// The progress of a film's job by the film's id, for apps: numbers, and each chapter's screenshot.
struct StatusRoutes: Sendable {
    let cache: DocumentCache
    /// Whether uploaded screenshots stay when their storyboard is completed.
    let keepsScreenshots: Bool

    private var library: StoryboardLibrary { cache.library }

    func add(to routes: Routes) {
        for path in ["/geo/data/screenshot-status/:id", "/auth/geo/data/screenshot-status/:id"] {
            routes.on([.get, .head], path, .published(.report), status)
        }
    }

    @Sendable private func status(_ request: Request, _ context: ServerContext) async throws -> Response {
        // Clients take any 404 as "no job", and do not read the body.
        guard let id = try? context.storyboard(), let job = try await library.catalog.job(of: id) else {
            return Response(status: .notFound, headers: [.cacheControl: Caching.unstored.fieldValue(for: .anyone)])
        }
        let status = JobStatus(job, chapters: try await chapters(of: job))
        return JSONResponse.report(WrappedFacts(facts: status), cache.readers)
            .response(to: ReadMethod(request.method) ?? .get, request.headers, now: .now)
    }

    private func chapters(of job: Job) async throws -> [ChapterStatus] {
        let request = try job.request()
        let storyboard = try await storyboard(of: job)
        let expected = library.expectedChapters(of: job, request)
        guard !expected.isEmpty || storyboard != nil else { return [] }
        let isServed =
            keepsScreenshots || job.state != .completed || !request.source.isUploads(of: job.storyboard)
        return ChapterStatus.all(
            expected, of: job.storyboard, from: request.source, in: storyboard, isServed: isServed)
    }

    /// The published storyboard.
    ///
    /// Clients that see a completed job do not ask again, so that its storyboard is the current one, also where another
    /// process has just published it.
    private func storyboard(of job: Job) async throws -> Storyboard? {
        let id = job.storyboard
        if job.state == .completed {
            let key = ObjectKey(id).appending(Storyboard.recordName)
            let current = try await library.store.status(of: key)
            let known = try await cache.document(.record, of: id)?.status
            if known?.version == nil || known?.version != current?.version { cache.invalidate(id) }
        }
        return try await cache.snapshot(of: id)?.storyboard
    }
}
