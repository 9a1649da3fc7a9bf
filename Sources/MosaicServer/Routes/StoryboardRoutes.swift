import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// `PUT /storyboards/{id}`, `DELETE /storyboards/{id}` and `POST /storyboards/{id}/restore`.
struct SubmissionRoutes: Sendable {
    let submissions: SubmissionService
    let roots: SourceRoots
    /// The bucket and prefix whose folders are sources, each named by the id of its storyboard; `nil` without a bucket.
    let bucket: BucketAddress?
    let removal: RemovalService
    let library: StoryboardLibrary
    let urls: URLBuilder

    func add(to routes: Routes) {
        routes.on([.put], "/storyboards/:id", .write, submit)
        routes.on([.delete], "/storyboards/:id", .write) { request, context in
            let id = try context.storyboard()
            let isAllowed = condition(of: request, id)
            guard try RequestQuery(request.uri.query).isSet("now") else {
                guard try await removal.remove(id, if: isAllowed) else { throw RequestError.noStoryboard }
                return Response.empty(.noContent)
            }
            guard let purged = try await removal.purge(id, if: isAllowed) else { throw RequestError.noStoryboard }
            return JSONResponse.json(VersionedDocument(PurgeFacts(purged, urls)))
        }
        routes.on([.post], "/storyboards/:id/restore", .write) { request, context in
            try JSONRequest.refuseForms(request)
            let id = try context.storyboard()
            try await removal.restore(id)
            return Response.empty(.noContent)
        }
    }

    @Sendable private func submit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.createdStoryboard()
        let submission = try await JSONRequest.value(of: request, Submission.init(parsing:))
        let source = try await source(named: submission.source, of: id)
        let job = try await submissions.submit(
            submission.request(for: id, of: source), of: context.owner, if: condition(of: request, id))
        submissions.traces.note(context.trace, of: job.number)
        return JSONResponse.json(
            VersionedDocument(JobDocument(job, urls)), status: .accepted,
            fields: [.location: urls.path(of: job.number)])
    }

    /// The source for a name. Without a name: the id's folder in the bucket, or the uploads if there is no bucket or
    /// the storyboard's job uses uploads.
    private func source(named name: String?, of id: StoryboardID) async throws -> ScreenshotSource {
        if let name {
            guard let named = roots.source(named: name) else {
                throw RequestError(
                    .notFound,
                    roots.isEmpty
                        ? "This server takes no sources by name; --source-root names their folder."
                        : "There is no such folder or film: source is a path relative to the folder of --source-root, such as season/film."
                )
            }
            return named
        }
        let uploads = submissions.uploads.source(of: id)
        guard let address = bucket?.appending(ObjectKey(id)) else { return uploads }
        let current = try await library.catalog.job(of: id)?.request().source
        return current?.isUploads(of: id) == true ? uploads : ScreenshotSource(folder: address.description)
    }

    /// Returns a check that throws if the stored storyboard is not the version in the request's preconditions. A
    /// storyboard without a record, with only a job, has unknown validators.
    private func condition(of request: Request, _ id: StoryboardID) -> @Sendable () async throws -> Void {
        guard let condition = WriteCondition(request.method, request.headers) else { return {} }
        return { [library] in
            var current = try await library.recordValidators(of: id)
            if current == nil, try await library.catalog.job(of: id) != nil { current = .unknown }
            // A missing storyboard is reported as missing, whatever the precondition.
            if current == nil, request.method == .delete { throw RequestError.noStoryboard }
            try condition.require(current)
        }
    }
}

extension StoryboardLibrary {
    /// The validators of the stored record, as in a GET response; `nil` without a record.
    fileprivate func recordValidators(of id: StoryboardID) async throws -> Validators? {
        let key = ObjectKey(id).appending(Storyboard.recordName)
        guard let status = try await store.status(of: key),
            let bytes = try await store.read(key, limit: DocumentCache.fileLimit)
        else { return nil }
        return Validators(
            entityTag: .content(bytes), lastModified: HTTPDate(status.modified), hasStrongDate: false)
    }
}

extension Validators {
    /// The validators of a storyboard without a record.
    fileprivate static let unknown = Validators(entityTag: nil, lastModified: nil, hasStrongDate: false)
}

/// `GET /storyboards`: a page of the library.
struct ListRoutes: Sendable {
    /// Maximum number of storyboards on a page.
    static let maximumLimit = 1_000

    let library: StoryboardLibrary
    let rule: AccessRule
    let urls: URLBuilder
    let limit: ListLimit

    func add(to routes: Routes) { routes.read("/storyboards", .report, list) }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> BufferedResponse {
        let parameters = RequestQuery(request.uri.query)
        try parameters.refuse(allBut: ["search", "sort", "limit", "offset"])
        var query = CatalogQuery()
        query.search = try parameters.text("search")
        query.order = try parameters.choice("sort") ?? .newest
        query.limit = try parameters.number("limit", in: 1...Self.maximumLimit) ?? query.limit
        query.offset = try parameters.number("offset", in: 0...Int(Int32.max)) ?? 0
        return try await limit.run(query.limit) { [query] in try await page(query, for: request) }
    }

    private func page(_ query: CatalogQuery, for request: Request) async throws -> BufferedResponse {
        let page = try await library.catalog.entries(query)
        let jobs = try await library.catalog.jobs(of: page.entries.map(\.id))
        let now = HTTPDate.now
        let document = StoryboardPageDocument(page, of: query, jobs: jobs) { id in
            StoryboardDocument.Links(
                servedBelow: urls.absolute(id) ?? urls.path(of: id),
                query: rule.links(to: id, for: request, now: now)?.toStoryboard.query)
        }
        return JSONResponse.report(VersionedDocument(document))
    }
}
