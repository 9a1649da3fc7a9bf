import Foundation
import HTTPTypes
import Hummingbird
import Mosaic
import WebVTT

/// A storyboard's documents and sheets, in the layout that they have in a folder.
struct DocumentRoutes: Sendable {
    let shelf: Shelf
    let rule: AccessRule
    let addresses: Addresses

    func add(to routes: Routes) {
        routes.on([.get, .head], "/storyboards/:id", .published(.document)) { _, context in
            let id = try context.storyboard()
            // A token in the query is not passed on; what stands for it there is a signature.
            let query = rule.link(to: id, now: .now).map { "?" + $0.query } ?? ""
            return Response(
                status: .temporaryRedirect,
                headers: [
                    .location: addresses.path(of: id) + Document.record.rawValue + query,
                    .cacheControl: Caching.unstored.fieldValue(for: rule.readers),
                ])
        }
        // As it is stored: it names sheets and holds no URLs. Where these take a signature, the one that opens the record
        // opens them.
        routes.read("/storyboards/:id/mosaic.json", .published(.document)) { _, context in
            guard let file = try await shelf.document(.record, of: context.storyboard()) else {
                throw RequestError.noStoryboard
            }
            return file.body
        }
        routes.read("/storyboards/:id/thumbnails.vtt", .published(.document), track)
        routes.read("/storyboards/:id/:sheet", .published(.sheet)) { _, context in
            guard let name = context.part("sheet").flatMap(SheetName.init),
                let file = try await shelf.sheet(name, of: context.storyboard())
            else { throw RequestError(.notFound, "There is no such sheet.") }
            return file.body
        }
    }

    /// The track as it is stored, unless other URLs or fewer cues are wanted.
    @Sendable private func track(_ request: Request, _ context: ServerContext) async throws -> ServedBody {
        let id = try context.storyboard()
        let most = try RequestQuery(request.uri.query).number("max", in: 1...1_000_000)
        let link = rule.link(to: id, now: .now)
        let base = addresses.absolute(id)
        if most == nil, link == nil, base == nil {
            guard let file = try await shelf.document(.track, of: id) else { throw RequestError.noStoryboard }
            return file.body
        }
        guard let storyboard = try await shelf.edition(of: id)?.storyboard else { throw RequestError.noStoryboard }
        var track = storyboard.cueTrack()
        if let most { track = track.thinned(to: most) }
        if link != nil || base != nil {
            for index in track.cues.indices { address(&track.cues[index], base: base, link: link) }
        }
        let bytes = track.serialized(from: storyboard.track.startsAtZero ? .zero : nil)
        return ServedBody(
            StoredAnswer(
                body: bytes, type: .vtt, entityTag: .content(bytes),
                caching: ResourceKind.document.caching(for: rule.readers), readers: rule.readers))
    }

    /// Makes a cue's URL one of this server's: another one, which the record may name, is never shown a link.
    private func address(_ cue: inout Cue, base: String?, link: SignedLink?) {
        guard var payload = CuePayload(parsing: cue.text) else { return }
        payload.url = (base ?? "") + (payload.url.split(separator: "/").last ?? "")
        if let link { payload.url += "?" + link.query }
        cue.text = payload.description
    }
}
