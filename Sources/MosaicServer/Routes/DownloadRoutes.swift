import Foundation
import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// The download API: jobs and downloads for clients that know a queue of downloads.
struct DownloadRoutes: Sendable {
    /// Maximum number of listed jobs, and of listed downloads, for each state. The counts include all.
    private static let longestList = DownloadLimits.listed

    let catalog: any Catalog
    /// The stored downloads; `nil` if the library cannot store downloads.
    let downloads: (any DownloadLog)?
    let limit: ListLimit

    func add(to routes: Routes) {
        routes.read("/api/v1/health", .open) { _, _ in JSONResponse.report(["status": "ok"], .anyone) }
        routes.read("/api/v1/downloads/queue", .download(takesTokenInQuery: false)) { _, _ in
            try await limit.run(Self.longestList) { try await queue() }
        }
        routes.read("/api/v1/status/:id", .report) { _, context in
            if let download = try await download(context) { return JSONResponse.report(DownloadItem(download)) }
            return JSONResponse.report(DownloadItem(try await job(context)))
        }
    }

    /// Adds the routes that change jobs and downloads.
    func addWrites(to routes: Routes, submissions: SubmissionService, queue: DownloadQueue?) {
        routes.on([.post], "/api/v1/downloads/retry/:id", .downloadWrite) { request, context in
            try JSONRequest.refuseForms(request)
            if let queue, let old = try await download(context) {
                return try Self.response(try await queue.retry(old).map(DownloadItem.init))
            }
            return try Self.response(
                try await submissions.retry(job(context), of: context.owner).map(DownloadItem.init))
        }
        routes.on([.delete], "/api/v1/downloads/:id", .downloadWrite) { request, context in
            if let queue, let old = try await download(context) {
                return try Self.response(try await queue.cancel(old).map(DownloadItem.init))
            }
            return try Self.response(try await submissions.cancel(job(context)).map(DownloadItem.init))
        }
    }

    private static func response(_ item: DownloadItem?) throws(RequestError) -> Response {
        guard let item else { throw .noJob }
        return JSONResponse.json(WrappedFacts(facts: item))
    }

    /// The download with the id in the path; `nil` if there is none.
    private func download(_ context: ServerContext) async throws -> Download? {
        guard let id = context.part("id").flatMap(DownloadID.init(rawValue:)) else { return nil }
        return try await downloads?.download(id)
    }

    private func job(_ context: ServerContext) async throws -> Job {
        guard let id = try? context.storyboard(), let job = try await catalog.job(of: id) else {
            throw RequestError.noJob
        }
        return job
    }

    private func queue() async throws -> BufferedResponse {
        let counts = try await catalog.jobCounts()
        let downloadCounts = try await downloads?.downloadCounts() ?? [:]
        func items(_ jobs: JobState, _ state: DownloadState) async throws -> [DownloadItem] {
            var query = JobQuery()
            query.state = jobs
            query.limit = Self.longestList
            let fetched = try await downloads?.downloads(state, limit: Self.longestList) ?? []
            return try await fetched.map(DownloadItem.init) + catalog.jobs(query).map(DownloadItem.init)
        }
        func count(_ jobs: JobState, _ state: DownloadState) -> Int {
            (counts[jobs] ?? 0) + (downloadCounts[state] ?? 0)
        }
        let (downloading, pending, failed) = (
            count(.processing, .downloading), count(.pending, .pending), count(.failed, .failed)
        )
        return JSONResponse.report(
            Queue(
                downloading: try await items(.processing, .downloading),
                pending: try await items(.pending, .pending),
                failed: try await items(.failed, .failed),
                counts: [
                    "downloading": downloading, "pending": pending, "failed": failed,
                    "total": downloading + pending + failed,
                ]))
    }

    private struct Queue: Encodable {
        let downloading: [DownloadItem]
        let pending: [DownloadItem]
        let failed: [DownloadItem]
        let counts: [String: Int]
    }
}

/// `POST /api/v1/download`: queues the download of a URL, or submits a job for an existing video.
struct DownloadRequestRoutes: Sendable {
    /// The folder for videos of clients without a subject in their token.
    private static let nobody = "default"

    let queue: DownloadQueue?
    let submissions: SubmissionService
    let videos: VideoRoots
    let roots: SourceRoots
    let rule: AccessRule
    let urls: URLBuilder

    func add(to routes: Routes) {
        routes.on([.post], "/api/v1/download", .downloadWrite) { request, context in
            let item =
                switch try await JSONRequest.value(
                    of: request, limit: DownloadRequest.limit, DownloadRequest.init(parsing:))
                {
                case .url(let url): try await fetch(url, request)
                case .path(let path): try await submit(path, of: context.owner)
                }
            return JSONResponse.json(
                WrappedFacts(facts: item), status: .accepted,
                fields: [.location: "\(urls.prefix)/api/v1/status/\(item.id)"])
        }
    }

    private func fetch(_ url: DownloadURL, _ request: Request) async throws -> DownloadItem {
        guard let queue else { throw RequestError.noDownloader }
        let subject = rule.subject(of: request, now: .now)
        let username = PathPart.naming(subject ?? "", or: Self.nobody)
        return DownloadItem(try await queue.add(url, for: username))
    }

    private func submit(_ path: String, of owner: JobOwner) async throws -> DownloadItem {
        guard let request = try await film(at: path) else {
            throw RequestError(
                .notFound, "There is no film '\(path.prefix(128))' below a root of videos or of sources.")
        }
        return DownloadItem(try await submissions.submit(request, of: owner))
    }

    /// The job request for the film at a path; `nil` if there is none.
    private func film(at path: String) async throws -> JobRequest? {
        if let video = VideoPath(rawValue: path), let id = video.storyboard, let source = videos.source(of: video) {
            var request = JobRequest(id: id, source: source)
            request.title = video.title
            // The job itself detects a growing film.
            request.settle = 0
            return request
        }
        guard let film = FilmName(path), let source = roots.source(named: path), source.filmPath != nil else {
            return nil
        }
        return try await submissions.request(for: source, stem: film.stem)
    }
}

/// The body of `POST /api/v1/download`: a URL to download, or the path of an existing video.
enum DownloadRequest: Hashable, Sendable {
    case url(DownloadURL)
    /// The video's path below a root of videos or of sources.
    case path(String)

    /// Maximum size of a body in bytes.
    static let limit = 64 << 10

    private struct Body: Decodable {
        let url: String?
        let path: String?
    }

    /// Parses a request's body. Unknown members are ignored, because older clients send some.
    ///
    /// - Throws: `DecodingError`, `invalidRequest`.
    init(parsing bytes: [UInt8]) throws {
        let body = try JSONDecoder().decode(Body.self, from: Data(bytes))
        switch (body.url, body.path) {
        case (let text?, nil):
            guard let url = DownloadURL(text) else {
                throw RequestError(
                    .invalidRequest,
                    "url takes http:// or https:// with a host, without a user, of at most \(DownloadURL.maximumLength) characters."
                )
            }
            self = .url(url)
        case (nil, let path?): self = .path(path)
        default: throw RequestError(.invalidRequest, "The body takes either url or path.")
        }
    }
}

/// A job or a download in the JSON of the download API, which calls the job state `processing` `downloading`.
struct DownloadItem: Encodable {
    let id: String
    let status: String
    /// Numbers of completed and expected chapters of a job; `nil` for a download.
    private var chapters: (completed: Int, total: Int?)?
    private var error: String?
    private var download: Download?

    init(_ job: Job) {
        id = job.storyboard.rawValue
        status = job.state == .processing ? "downloading" : job.state.rawValue
        chapters = (job.completedChapters, job.totalChapters)
        error = job.errorMessage
    }

    init(_ download: Download) {
        id = download.id.rawValue
        status = download.state.rawValue
        error = download.error
        self.download = download
    }

    private enum CodingKeys: String, CodingKey {
        case id, status, error, url, username, title, path, storyboard, progress, failures
        case completed = "completed_chapters"
        case total = "total_chapters"
        case created = "created_at"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(status, forKey: .status)
        try container.encodeIfPresent(error, forKey: .error)
        try container.encodeIfPresent(chapters?.completed, forKey: .completed)
        try container.encodeIfPresent(chapters?.total, forKey: .total)
        guard let download else { return }
        try container.encode(download.url.text, forKey: .url)
        try container.encode(download.username, forKey: .username)
        try container.encodeIfPresent(download.title, forKey: .title)
        try container.encodeIfPresent(download.path, forKey: .path)
        try container.encodeIfPresent(download.storyboard, forKey: .storyboard)
        try container.encodeIfPresent(download.progress, forKey: .progress)
        try container.encode(download.failures, forKey: .failures)
        try container.encode(Int(download.created.timeIntervalSince1970), forKey: .created)
    }
}
