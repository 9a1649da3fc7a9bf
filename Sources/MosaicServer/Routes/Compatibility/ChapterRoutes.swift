import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary
import WebOrigins

/// The URLs of the screenshots of a film's chapters by the film's id, for apps.
struct ChapterRoutes: Sendable {
    let screenshots: Screenshots
    /// The screenshots in a bucket; nil where there is none, or no URL for them.
    let lists: BucketChapterCache?
    let catalog: any Catalog
    let urls: URLBuilder
    let isOverTLS: Bool

    func add(to routes: Routes) {
        routes.on([.get, .head], "/geo/chapters/:id/thumbnails", .published(.report), thumbnails)
    }

    /// Clients store these URLs forever: they never expire, and all have the extension that clients expect, for every
    /// format of screenshot. In a bucket they have the bucket's URLs, so only names with that extension are listed.
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

    /// The scheme and host of the request, unless another one is configured.
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
