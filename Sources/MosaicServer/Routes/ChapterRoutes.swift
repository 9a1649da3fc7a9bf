import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary
import WebOrigins

/// `GET /geo/chapters/{id}/thumbnails`, for apps: the URLs of the screenshots of a film's chapters.
struct ChapterRoutes: Sendable {
    let screenshots: Screenshots
    /// Lists the screenshots in the bucket; `nil` without a bucket, or without a URL for its screenshots.
    let lists: BucketChapterCache?
    let catalog: any Catalog
    let urls: URLBuilder
    let isOverTLS: Bool

    func add(to routes: Routes) {
        routes.on([.get, .head], "/geo/chapters/:id/thumbnails", .published(.report), thumbnails)
    }

    /// Clients store these URLs permanently, so they never expire. All end with the extension that clients expect,
    /// regardless of the screenshot's format. Screenshots in a bucket have the bucket's URLs, so only names with that
    /// extension are listed.
    @Sendable private func thumbnails(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.storyboard()
        if let lists, try await !holdsUploads(id) {
            let (list, age) = try await lists.list(of: id)
            let facts = Thumbnails(
                youtubeContentId: id, thumbnails: list.names.map { lists.url(of: $0, id) },
                skipped: list.skipped.isEmpty ? nil : list.skipped)
            var response = self.response(to: request, facts)
            response.headers[.age] = String(age.components.seconds)
            return response
        }
        let base = origin(of: request) + urls.prefix + "/chapter-screenshots/\(id)/"
        let names = try await screenshots.names(of: id)
        return response(
            to: request,
            Thumbnails(youtubeContentId: id, thumbnails: names.map { base + ChapterFile($0, .jpeg).description }))
    }

    private func holdsUploads(_ id: StoryboardID) async throws -> Bool {
        try await catalog.job(of: id)?.request().source.isUploads(of: id) ?? false
    }

    private func response(to request: Request, _ facts: some Encodable) -> Response {
        JSONResponse.report(WrappedFacts(facts: facts), screenshots.readers)
            .response(to: ReadMethod(request.method) ?? .get, request.headers, now: .now)
    }

    /// The configured scheme and host, or else the scheme and host of the request; empty if the request's host is
    /// invalid.
    private func origin(of request: Request) -> String {
        if let origin = urls.origin { return origin }
        guard let authority = request.head.authority, Authority(authority) != nil else { return "" }
        return (isOverTLS ? "https://" : "http://") + authority
    }

    private struct Thumbnails: Encodable {
        let youtubeContentId: StoryboardID
        let thumbnails: [String]
        /// File names of skipped screenshots.
        var skipped: [String]?
    }
}

/// The progress of a film's job, for apps: numbers, and the screenshot of each chapter.
struct StatusRoutes: Sendable {
    let cache: DocumentCache
    /// Whether uploaded screenshots stay after their storyboard is completed.
    let keepsScreenshots: Bool

    private var library: StoryboardLibrary { cache.library }

    func add(to routes: Routes) {
        for path in ["/geo/data/screenshot-status/:id", "/auth/geo/data/screenshot-status/:id"] {
            routes.on([.get, .head], path, .published(.report), status)
        }
    }

    @Sendable private func status(_ request: Request, _ context: ServerContext) async throws -> Response {
        // Clients treat every 404 as "no job" and do not read its body.
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

    /// The published storyboard; `nil` if there is none.
    ///
    /// Clients do not ask again after they see a completed job. So for a completed job the cache is compared with the
    /// store, in case another process has just published the storyboard.
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
