import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// Jobs and downloads in the terms of clients with a queue of downloads.
struct DownloadRoutes: Sendable {
    /// The most jobs, and the most downloads, of each state that are listed; the counts count all.
    private static let longestList = DownloadLimits.listed

    let catalog: any Catalog
    /// Nil where no download can be stored.
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

    /// Routes that change jobs and downloads.
    func addWrites(to routes: Routes, submissions: SubmissionService, queue: DownloadQueue?) {
        routes.on([.post], "/api/v1/downloads/retry/:id", .downloadWrite) { request, context in
            try JSONRequest.refuseForms(request)
            if let queue, let old = try await download(context) {
                guard let download = try await queue.retry(old) else { throw RequestError.noJob }
                return JSONResponse.json(WrappedFacts(facts: DownloadItem(download)))
            }
            guard let job = try await submissions.retry(job(context), of: context.owner) else {
                throw RequestError.noJob
            }
            return JSONResponse.json(WrappedFacts(facts: DownloadItem(job)))
        }
        routes.on([.delete], "/api/v1/downloads/:id", .downloadWrite) { request, context in
            if let queue, let old = try await download(context) {
                guard let download = try await queue.cancel(old) else { throw RequestError.noJob }
                return JSONResponse.json(WrappedFacts(facts: DownloadItem(download)))
            }
            guard let job = try await submissions.cancel(job(context)) else { throw RequestError.noJob }
            return JSONResponse.json(WrappedFacts(facts: DownloadItem(job)))
        }
    }

    /// The download in the path; nil if there is none.
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
