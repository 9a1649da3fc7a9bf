import HTTPSemantics
import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// Jobs in the terms of clients with a queue of downloads: `processing` is `downloading` there.
struct DownloadRoutes: Sendable {
    /// The most jobs of each state that are listed; the counts count all.
    private static let longestList = 1_000

    let catalog: any Catalog
    let limit: ListLimit

    func add(to routes: Routes) {
        routes.read("/api/v1/health", .open) { _, _ in Answer.report(["status": "ok"], .anyone) }
        routes.read("/api/v1/downloads/queue", .download(takesTokenInQuery: false)) { _, _ in
            try await limit.run(Self.longestList) { try await queue() }
        }
        routes.read("/api/v1/status/:id", .report) { _, context in Answer.report(Item(try await job(context))) }
    }

    /// What changes jobs, for servers that do.
    func addWrites(to routes: Routes, submissions: SubmissionService) {
        routes.on([.post], "/api/v1/downloads/retry/:id", .downloadWrite) { request, context in
            try JSONRequest.refuseForms(request)
            guard let job = try await submissions.retry(job(context)) else { throw RequestError.noJob }
            return Answer.json(WrappedFacts(facts: Item(job)))
        }
    }

    private func job(_ context: ServerContext) async throws -> Job {
        guard let id = try? context.storyboard(), let job = try await catalog.job(of: id) else {
            throw RequestError.noJob
        }
        return job
    }

    private func queue() async throws -> ServedBody {
        let counts = try await catalog.jobCounts()
        func items(_ state: JobState) async throws -> [Item] {
            var query = JobQuery()
            query.state = state
            query.limit = Self.longestList
            return try await catalog.jobs(query).map(Item.init)
        }
        let (downloading, pending, failed) = (
            counts[.processing] ?? 0, counts[.pending] ?? 0, counts[.failed] ?? 0
        )
        return Answer.report(
            Queue(
                downloading: try await items(.processing), pending: try await items(.pending),
                failed: try await items(.failed),
                counts: [
                    "downloading": downloading, "pending": pending, "failed": failed,
                    "total": downloading + pending + failed,
                ]))
    }

    private struct Queue: Encodable {
        let downloading: [Item]
        let pending: [Item]
        let failed: [Item]
        let counts: [String: Int]
    }

    private struct Item: Encodable {
        let id: StoryboardID
        let status: String
        let completed: Int
        let total: Int?
        let error: String?

        init(_ job: Job) {
            id = job.storyboard
            status = job.state == .processing ? "downloading" : job.state.rawValue
            completed = job.completedChapters
            total = job.totalChapters
            error = job.errorMessage
        }

        private enum CodingKeys: String, CodingKey {
            case id, status, error
            case completed = "completed_chapters"
            case total = "total_chapters"
        }
    }
}
