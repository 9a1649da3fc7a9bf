import HTTPTypes
import Hummingbird
import Mosaic

/// A storyboard's documents and sheets, with the names that they have in a folder.
struct DocumentRoutes: Sendable {
    let cache: DocumentCache
    let rule: AccessRule
    let urls: URLBuilder

    /// Formats of other players.
    var exports: StoryboardExports { StoryboardExports(cache: cache, readers: rule.readers, urls: urls) }

    func add(to routes: Routes) {
        routes.on([.get, .head], "/storyboards/:id", .published(.document)) { request, context in
            let id = try context.storyboard()
            guard try await cache.document(.record, of: id) != nil else { throw RequestError.noStoryboard }
            // A token in the query is not passed on; a signature replaces it.
            let links = rule.links(to: id, for: request, now: .now)
            let query = links.map { "?" + $0.toStoryboard.query } ?? ""
            return Response(
                status: .temporaryRedirect,
                headers: [
                    .location: urls.path(of: id) + Storyboard.recordName + query,
                    .cacheControl: Caching.unstored.fieldValue(for: rule.readers),
                ])
        }
        for file in PublishedDocument.all.flatMap(\.files) { add(file, to: routes) }
        addExports(to: routes)
        let cachedExport = exports.cachedBody
        routes.read(
            "/storyboards/:id/:entry", .published(.sheet), cached: { cached($0) ?? cachedExport($0) }
        ) { request, context in
            guard let text = context.part("entry") else { throw RequestError.noSheet }
            guard let name = SheetName(rawValue: text) else { return try await exported(text, request, context) }
            guard let sheet = try await cache.servedSheet(name, of: context.storyboard()) else {
                throw RequestError.noSheet
            }
            return sheet
        }
    }

    private func add(_ file: DocumentFile, to routes: Routes) {
        let path = "/storyboards/:id/\(file.servedName)"
        switch file.serving {
        case .published:
            // It names sheets and has no URLs. Where these need a signature, that of the file is valid for them.
            routes.read(path, .published(.document), cached: cached) { _, context in
                try await stored(file, context.storyboard())
            }
        case .fitted:
            let isStored = urls.origin == nil
            routes.read(path, .published(.document), cached: isStored ? cached : nil) { request, context in
                try await fitted(file, request, context.storyboard())
            }
        case .made: break
        }
    }

    @Sendable private func cached(_ target: HotRoutes.Target) -> BufferedResponse? {
        target.query == nil ? cache.current(target.key)?.body : nil
    }

    func stored(_ file: DocumentFile, _ id: StoryboardID, in folder: String? = nil) async throws -> BufferedResponse {
        guard let document = try await cache.document(file, in: folder, of: id) else { throw RequestError.noStoryboard }
        return document.body
    }

    /// The stored file, unless other URLs or fewer cues are requested.
    func fitted(
        _ file: DocumentFile, _ request: Request, _ id: StoryboardID, in folder: String? = nil
    ) async throws -> BufferedResponse {
        let most = try RequestQuery(request.uri.query).number("max", in: 1...1_000_000)
        let links = rule.links(to: id, for: request, now: .now)
        let base = urls.absolute(id)
        if most == nil, links == nil, base == nil { return try await stored(file, id, in: folder) }
        guard let record = try await cache.document(.record, in: folder, of: id) else {
            throw RequestError.noStoryboard
        }
        let storyboard = try cache.snapshot(in: record).storyboard
        var options = DocumentOptions(maximumCues: most)
        // URLs of this server: a foreign one, which the record may name, never gets a link.
        if links != nil || base != nil {
            options.urls = urls.files(of: id, links).in(folder)
        }
        let bytes = file.bytes(of: storyboard, options)
        return BufferedResponse(
            bytes, type: file.type, entityTag: .content(bytes),
            caching: ResourceKind.document.caching(for: rule.readers),
            readers: rule.readers)
    }
}
