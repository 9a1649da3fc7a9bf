import Foundation
import Hummingbird
import Mosaic
import MosaicLibrary

/// `GET /api/v1/downloads/videos` and `/structure`: the videos below the roots, from an index.
struct VideoRoutes: Sendable {
    /// Nil for a server without roots of videos; its lists are empty.
    let index: (any VideoIndex)?
    let rule: AccessRule
    let urls: URLBuilder
    let limit: ListLimit

    func add(to routes: Routes) {
        routes.read("/api/v1/downloads/videos", .download(takesTokenInQuery: false), list)
        routes.read("/api/v1/downloads/structure", .download(takesTokenInQuery: false)) { request, _ in
            try RequestQuery(request.uri.query).refuse(allBut: [])
            let folders = try await index?.videoFolders() ?? []
            return JSONResponse.report(VideoStructureDocument(folders))
        }
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> BufferedResponse {
        let parameters = RequestQuery(request.uri.query)
        try parameters.refuse(allBut: ["username", "genre", "search", "sort", "limit", "offset"])
        var query = VideoQuery()
        query.username = try parameters.text("username")
        query.genre = try parameters.text("genre")
        query.search = try parameters.text("search")
        query.order = try parameters.choice("sort") ?? query.order
        query.limit = try parameters.number("limit", in: 1...VideoQuery.maximumLimit) ?? query.limit
        query.offset = try parameters.number("offset", in: 0...Int(Int32.max)) ?? 0
        return try await limit.run(query.limit) { [query] in
            let page = try await index?.videos(query) ?? .empty
            let now = HTTPDate.now
            return JSONResponse.report(
                VideoPageDocument(page, of: query, now: Date()) { id in
                    VideoPageDocument.Links(
                        servedBelow: urls.absolute(id) ?? urls.path(of: id),
                        query: rule.links(to: id, for: request, now: now)?.toStoryboard.query)
                })
        }
    }
}
