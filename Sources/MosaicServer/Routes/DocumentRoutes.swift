import Foundation
import HTTPSemantics
import HTTPTypes
import Hummingbird
import Mosaic
import WebVTT

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
                    .location: urls.path(of: id) + Document.record.rawValue + query,
                    .cacheControl: Caching.unstored.fieldValue(for: rule.readers),
                ])
        }
        // As stored: it names sheets and has no URLs. Where these need a signature, that of the record is valid for
        // them.
        routes.read("/storyboards/:id/mosaic.json", .published(.document)) { _, context in
            guard let file = try await cache.document(.record, of: context.storyboard()) else {
                throw RequestError.noStoryboard
            }
            return file.body
        }
        routes.read("/storyboards/:id/thumbnails.vtt", .published(.document), track)
        routes.read("/storyboards/:id/:sheet", .published(.sheet)) { _, context in
            guard let name = context.part("sheet").flatMap(SheetName.init(rawValue:)),
                let sheet = try await cache.servedSheet(name, of: context.storyboard())
            else { throw RequestError(.notFound, "There is no such sheet.") }
            return sheet
        }
    }

    /// The stored track, unless other URLs or fewer cues are requested.
    @Sendable private func track(_ request: Request, _ context: ServerContext) async throws -> ServedBody {
        let id = try context.storyboard()
        let most = try RequestQuery(request.uri.query).number("max", in: 1...1_000_000)
        let links = rule.links(to: id, for: request, now: .now)
        let base = urls.absolute(id)
        if most == nil, links == nil, base == nil {
            guard let file = try await cache.document(.track, of: id) else { throw RequestError.noStoryboard }
            return file.body
        }
        guard let storyboard = try await cache.snapshot(of: id)?.storyboard else { throw RequestError.noStoryboard }
        var track = storyboard.cueTrack()
        if let most { track = track.thinned(to: most) }
        if links != nil || base != nil {
            let queries = links.map { links in
                Dictionary(
                    uniqueKeysWithValues: Set(storyboard.sheets.map(\.name.rawValue)).map {
                        ($0, "?" + links.toPicture($0).query)
                    })
            }
            for index in track.cues.indices { address(&track.cues[index], base: base, queries: queries ?? [:]) }
        }
        let bytes = track.serialized(from: storyboard.track.startsAtZero ? .zero : nil)
        return ServedBody(
            bytes, type: .vtt, entityTag: .content(bytes), caching: ResourceKind.document.caching(for: rule.readers),
            readers: rule.readers)
    }

    /// Makes a cue's URL one of this server: a foreign one, which the record may name, never gets a link. Each sheet
    /// has a signature of its own, because URLs of sheets are passed on and stored.
    private func address(_ cue: inout Cue, base: String?, queries: [String: String]) {
        guard var payload = CuePayload(parsing: cue.text) else { return }
        let sheet = String(payload.url.split(separator: "/").last ?? "")
        payload.url = (base ?? "") + sheet + (queries[sheet] ?? "")
        cue.text = payload.description
    }
}
