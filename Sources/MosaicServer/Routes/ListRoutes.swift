import Hummingbird
import Mosaic
import MosaicLibrary

/// `GET /storyboards`: a page of the library.
struct ListRoutes: Sendable {
    /// The most storyboards of one page.
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
