import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// `GET /storyboards/{id}/preview`: a page with a film strip and a scrub bar, which follows a storyboard that grows.
struct PreviewRoutes: Sendable {
    let cache: DocumentCache
    let rule: AccessRule

    func add(to routes: Routes) {
        routes.on([.get, .head], "/storyboards/:id/\(DocumentFile.preview.servedName)", .published(.document)) {
            request, context in
            let id = try context.storyboard()
            let (body, policy) = try await page(of: id, links: rule.links(to: id, for: request, now: .now))
            var response = body.response(to: ReadMethod(request.method) ?? .get, request.headers, now: .now)
            response.headers[.contentSecurityPolicy] = policy.fieldValue
            return response
        }
    }

    private func page(of id: StoryboardID, links: IssuedLinks?) async throws -> (BufferedResponse, PagePolicy) {
        let link = links.map { "?" + $0.toStoryboard.query } ?? ""
        let record = try await cache.document(.record, of: id)
        let job = try await cache.library.catalog.job(of: id)
        let page: PreviewPage
        if let record {
            let storyboard = try cache.snapshot(in: record).storyboard
            page = PreviewPage(
                storyboard, sheetQuery: link, exports: Export.all.filter { $0.isPossible(for: storyboard) },
                isServed: true)
        } else {
            // The storyboard of a job is not published yet.
            guard job != nil else { throw RequestError.noStoryboard }
            page = PreviewPage(
                title: id.rawValue, tiles: [],
                documents: [.track(link)] + Export.all.map { .export($0, link) })
        }
        let source = PreviewPage.Source(
            url: Storyboard.recordName + link, sheetQuery: link,
            entityTag: record?.body.representation.validators.entityTag?.fieldValue,
            expected: job.flatMap { $0.state.isFinal ? nil : $0.totalChapters })
        let html = Array(page.html(following: source).utf8)
        let body = BufferedResponse(
            html, type: DocumentFile.preview.type, entityTag: .content(html),
            caching: ResourceKind.document.caching(for: rule.readers),
            readers: rule.readers)
        return (body, PagePolicy(style: page.inlineStyle, scripts: page.inlineScripts(isFollowing: true)))
    }
}
