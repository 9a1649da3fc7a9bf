import HTTPSemantics
import HTTPTypes
import Hummingbird
import Mosaic

/// A storyboard's documents and sheets, with the names that they have in a folder.
struct DocumentRoutes: Sendable {
    let cache: DocumentCache
    let rule: AccessRule
    let urls: URLBuilder

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
        routes.read("/storyboards/:id/:sheet", .published(.sheet), cached: cached) { _, context in
            guard let name = context.part("sheet").flatMap(SheetName.init(rawValue:)),
                let sheet = try await cache.servedSheet(name, of: context.storyboard())
            else { throw RequestError(.notFound, "There is no such sheet.") }
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
                try await fitted(file, request, context)
            }
        case .made: break
        }
    }

    @Sendable private func cached(_ target: HotRoutes.Target) -> ServedBody? {
        target.query == nil ? cache.current(String(target.key))?.body : nil
    }

    private func stored(_ file: DocumentFile, _ id: StoryboardID) async throws -> ServedBody {
        guard let document = try await cache.document(file, of: id) else { throw RequestError.noStoryboard }
        return document.body
    }

    /// The stored file, unless other URLs or fewer cues are requested.
    private func fitted(_ file: DocumentFile, _ request: Request, _ context: ServerContext) async throws -> ServedBody {
        let id = try context.storyboard()
        let most = try RequestQuery(request.uri.query).number("max", in: 1...1_000_000)
        let links = rule.links(to: id, for: request, now: .now)
        let base = urls.absolute(id)
        if most == nil, links == nil, base == nil { return try await stored(file, id) }
        guard let storyboard = try await cache.snapshot(of: id)?.storyboard else { throw RequestError.noStoryboard }
        var options = DocumentOptions(maximumCues: most)
        // URLs of this server: a foreign one, which the record may name, never gets a link.
        if links != nil || base != nil { options.urls = urls.files(of: id, links) }
        let bytes = file.bytes(of: storyboard, options)
        return ServedBody(
            bytes, type: file.type, entityTag: .content(bytes),
            caching: ResourceKind.document.caching(for: rule.readers),
            readers: rule.readers)
    }
}
