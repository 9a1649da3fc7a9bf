import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// `GET /jobs`, `GET /jobs/{number}`, `POST /jobs/{number}/retry` and `POST /jobs/{number}/cancel`.
struct JobRoutes: Sendable {
    /// Maximum number of jobs on a page.
    static let maximumLimit = 1_000

    let catalog: any Catalog
    let urls: URLBuilder
    let limit: ListLimit

    func add(to routes: Routes) {
        routes.read("/jobs", .report, list)
        routes.read("/jobs/:number", .report) { _, context in
            JSONResponse.report(VersionedDocument(try await document(of: job(context))))
        }
    }

    /// Adds the routes that change jobs.
    func addWrites(to routes: Routes, submissions: SubmissionService) {
        routes.on([.post], "/jobs/:number/retry", .write) { request, context in
            try JSONRequest.refuseForms(request)
            guard let job = try await submissions.retry(job(context), of: context.owner) else {
                throw RequestError.noJob
            }
            submissions.traces.note(context.trace, of: job.number)
            return JSONResponse.json(
                VersionedDocument(JobDocument(job, urls)), status: .accepted,
                fields: [.location: urls.path(of: job.number)])
        }
        routes.on([.post], "/jobs/:number/cancel", .write) { request, context in
            try JSONRequest.refuseForms(request)
            guard let job = try await submissions.cancel(job(context)) else { throw RequestError.noJob }
            return JSONResponse.json(VersionedDocument(JobDocument(job, urls)))
        }
    }

    private func job(_ context: ServerContext) async throws -> Job {
        guard let number = context.jobNumber, let job = try await catalog.job(number) else { throw RequestError.noJob }
        return job
    }

    /// The job's document, with the placeholders of its storyboard.
    private func document(of job: Job) async throws -> JobDocument {
        JobDocument(job, urls, placeholders: try await catalog.entry(of: job.storyboard)?.placeholders)
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> BufferedResponse {
        let parameters = RequestQuery(request.uri.query)
        try parameters.refuse(allBut: ["state", "limit", "offset"])
        var query = JobQuery()
        query.state = try parameters.choice("state")
        query.limit = try parameters.number("limit", in: 1...Self.maximumLimit) ?? query.limit
        query.offset = try parameters.number("offset", in: 0...Int(Int32.max)) ?? 0
        return try await limit.run(query.limit) { [query] in try await page(query) }
    }

    private func page(_ query: JobQuery) async throws -> BufferedResponse {
        let jobs = try await catalog.jobs(query)
        var documents: [JobDocument] = []
        for job in jobs { documents.append(try await document(of: job)) }
        let counts = try await catalog.jobCounts()
        return JSONResponse.report(VersionedDocument(JobPageDocument(documents, counts: counts, of: query)))
    }
}

extension ServerContext {
    /// The job number in the path; `nil` if it is not a number.
    fileprivate var jobNumber: JobNumber? {
        part("number").flatMap { Int64($0) }.map(JobNumber.init(rawValue:))
    }
}

extension RequestError {
    static let noJob = RequestError(.notFound, "There is no such job.")
}

extension JobDocument {
    /// Creates the document of a job, with URLs on this server.
    init(_ job: Job, _ urls: URLBuilder, placeholders: Placeholders? = nil) {
        self.init(
            job, placeholders: placeholders,
            links: Links(job: urls.path(of: job.number), storyboard: urls.path(of: job.storyboard)))
    }
}

extension URLBuilder {
    func path(of job: JobNumber) -> String { "\(prefix)/jobs/\(job)" }
}
