import Hummingbird
import Mosaic
import WebVTT

/// Which tile is shown at a time, as facts and as a picture.
struct TileRoutes: Sendable {
    let shelf: Shelf
    let rule: AccessRule
    let addresses: Addresses

    func add(to routes: Routes) {
        routes.read("/storyboards/:id/tile", .published(.lookup), lookup)
        routes.read("/storyboards/:id/tile.jpg", .published(.tileAtTime), tileAtTime)
        routes.read("/storyboards/:id/tiles/:tile", .published(.tile), tile)
    }

    @Sendable private func lookup(_ request: Request, _ context: ServerContext) async throws -> ServedBody {
        let id = try context.storyboard()
        let wanted = try TileQuery(RequestQuery(request.uri.query))
        let edition = try await edition(of: id)
        let number = try wanted.tile(in: edition)
        let isCut = edition.storyboard.encoding.format == .jpeg
        let hash = isCut ? try await TileCutting(shelf: shelf).hash(of: number, of: edition, id) : nil
        let base = addresses.absolute(id) ?? addresses.path(of: id)
        let facts = TileFacts(
            number, of: edition.storyboard, policy: wanted.policy, base: base,
            tileName: hash.map { TileName(number: number, hash: $0) }, link: rule.link(to: id, now: .now))
        let body = JSONBody.bytes(of: facts)
        return ServedBody(
            StoredAnswer(
                body: body, type: .json, entityTag: .content(body),
                caching: ResourceKind.lookup.caching(for: rule.readers), readers: rule.readers))
    }

    @Sendable private func tileAtTime(_ request: Request, _ context: ServerContext) async throws -> ServedBody {
        let id = try context.storyboard()
        let wanted = try TileQuery(RequestQuery(request.uri.query))
        let edition = try await edition(of: id)
        let number = try wanted.tile(in: edition)
        let cut = try await TileCutting(shelf: shelf).cut(number, of: edition, id)
        let name = TileName(number: number, hash: cut.hash)
        return body(of: cut, .tileAtTime, location: "\(addresses.path(of: id))tiles/\(name)")
    }

    @Sendable private func tile(_ request: Request, _ context: ServerContext) async throws -> ServedBody {
        let id = try context.storyboard()
        guard let name = context.part("tile").flatMap(TileName.init),
            let cut = try await TileCutting(shelf: shelf).cut(name, of: edition(of: id), id)
        else { throw RequestError(.notFound, "There is no such tile.") }
        return body(of: cut, .tile, location: nil)
    }

    private func edition(of id: StoryboardID) async throws -> Edition {
        guard let edition = try await shelf.edition(of: id) else { throw RequestError.noStoryboard }
        return edition
    }

    private func body(of cut: TileCutting.Cut, _ kind: ResourceKind, location: String?) -> ServedBody {
        ServedBody(
            StoredAnswer(
                body: cut.bytes, type: .jpeg, entityTag: EntityTag(opaque: cut.hash),
                caching: kind.caching(for: rule.readers), readers: rule.readers, contentLocation: location))
    }
}
