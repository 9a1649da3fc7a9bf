import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary
import WebVTT

/// `GET /storyboards/{id}/preview`: a page with a film strip and a scrub bar. The page follows a growing storyboard.
struct PreviewRoutes: Sendable {
    let cache: DocumentCache
    let rule: AccessRule

    func add(to routes: Routes) {
        routes.on([.get, .head], "/storyboards/:id/\(DocumentFile.preview.servedName)", .published(.document)) {
            request, context in
            try Routes.refuseSlash(in: request)
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
            // A job exists, but its storyboard is not published yet.
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

/// `GET /storyboards/{id}/poster.jpg`: the film's frame at a time, or the tile at that time if there is no film.
struct PosterRoutes: Sendable {
    let cache: DocumentCache
    let rule: AccessRule
    let frames: FilmFrames

    func add(to routes: Routes) { routes.read("/storyboards/:id/poster.jpg", .published(.tileAtTime), poster) }

    @Sendable private func poster(_ request: Request, _ context: ServerContext) async throws -> BufferedResponse {
        let id = try context.storyboard()
        let wanted = try PosterQuery(RequestQuery(request.uri.query))
        guard let record = try await cache.document(.record, of: id) else { throw RequestError.noStoryboard }
        let snapshot = try cache.snapshot(in: record)
        let time = wanted.time ?? snapshot.storyboard.posterTime
        if let film = try await frames.film(of: id) {
            let name = "\(id)/poster/\(film.version)/\(time.milliseconds)/\(wanted.width)"
            if let made = cache.made.body(name, of: record) { return made }
            if let jpeg = try await frames.jpeg(of: film, at: time, width: wanted.width) {
                let body = body(of: jpeg, tag: .content(jpeg))
                cache.made.keep(body, name, of: record)
                return body
            }
        }
        // There is no film, or it has no frame at this time.
        guard let tile = snapshot.tile(at: time, .hold) else {
            throw RequestError(.noTile, "No tile is shown at \(time).")
        }
        let cut = try await TileCutting(cache: cache).cut(tile, of: snapshot, id)
        return body(of: cut.bytes, tag: EntityTag(opaque: cut.hash))
    }

    private func body(of jpeg: [UInt8], tag: EntityTag?) -> BufferedResponse {
        BufferedResponse(
            jpeg, type: .jpeg, entityTag: tag, caching: ResourceKind.tileAtTime.caching(for: rule.readers),
            readers: rule.readers)
    }
}

extension Storyboard {
    /// The default time of the poster: a tenth of the film, after titles and logos.
    fileprivate var posterTime: Timestamp {
        let end = duration ?? tiles.last?.end ?? tiles.last?.start ?? .zero
        return Timestamp(milliseconds: end.milliseconds / 10)
    }
}

/// The query parameters of a poster request.
struct PosterQuery: Hashable, Sendable {
    /// Accepted widths in pixels.
    static let widths = 16...1_920
    /// Default width in pixels.
    static let defaultWidth = 640

    /// The requested time; `nil` for the default time.
    let time: Timestamp?
    /// The requested width in pixels.
    let width: Int

    /// Parses `t=83.5` or `t=00:01:23.500`, and `width=640`.
    ///
    /// - Throws: `invalidRequest` naming the parameter.
    init(_ query: RequestQuery) throws(RequestError) {
        width = try query.number("width", in: Self.widths) ?? Self.defaultWidth
        guard let text = try query.text("t") else {
            time = nil
            return
        }
        guard let time = Timestamp(parsing: text, grammar: .human) else {
            throw RequestError.time(text)
        }
        self.time = time
    }
}
