import HTTPSemantics
import Hummingbird
import Mosaic
import MosaicLibrary
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
        let record = try await record(of: id)
        let edition = try shelf.edition(in: record)
        let number = try wanted.tile(in: edition)
        let links = rule.links(to: id, for: request, now: .now)
        let name = Self.name(of: number, wanted.policy, of: id.rawValue)
        if links == nil, let made = shelf.made.body(name, of: record) { return made }
        let isCut = edition.storyboard.encoding.format == .jpeg
        let hash = isCut ? try await TileCutting(shelf: shelf).hash(of: number, of: edition, id) : nil
        let base = addresses.absolute(id) ?? addresses.path(of: id)
        // A link is for this server alone: another one would learn what opens the storyboard.
        let mayBeElsewhere = links == nil && addresses.origin == nil
        let document = TileDocument(
            number, of: edition.storyboard, policy: wanted.policy, base: base,
            sheets: mayBeElsewhere ? edition.storyboard.track.baseURL ?? base : base,
            tileName: hash.map { TileName(number: number, hash: $0) }, links: links)
        let bytes = JSONBody.bytes(of: VersionedDocument(document))
        let body = ServedBody(
            StoredAnswer(
                body: bytes, type: .json, entityTag: .content(bytes),
                caching: ResourceKind.lookup.caching(for: rule.readers), readers: rule.readers))
        // With a link in it, it holds for a while only.
        if links == nil { shelf.made.keep(body, name, of: record) }
        return body
    }

    /// What the answer to a look-up is called among ``Shelf/made``: the same for all times at which this tile is shown.
    static func name(of tile: Int, _ policy: LookupPolicy, of id: String) -> String { "\(id)/tile/\(tile)/\(policy)" }

    @Sendable private func tileAtTime(_ request: Request, _ context: ServerContext) async throws -> ServedBody {
        let id = try context.storyboard()
        let wanted = try TileQuery(RequestQuery(request.uri.query))
        guard let edition = try await shelf.edition(of: id) else { throw RequestError.noStoryboard }
        let number = try wanted.tile(in: edition)
        let cut = try await TileCutting(shelf: shelf).cut(number, of: edition, id)
        let name = TileName(number: number, hash: cut.hash)
        return body(of: cut, .tileAtTime, location: "\(addresses.path(of: id))tiles/\(name)")
    }

    @Sendable private func tile(_ request: Request, _ context: ServerContext) async throws -> ServedBody {
        let id = try context.storyboard()
        guard let name = context.part("tile").flatMap(TileName.init) else { throw Self.noTile }
        let record = try await record(of: id)
        let key = "\(id)/tiles/\(name)"
        if let made = shelf.made.body(key, of: record) { return made }
        guard let cut = try await TileCutting(shelf: shelf).cut(name, of: shelf.edition(in: record), id) else {
            throw Self.noTile
        }
        let body = body(of: cut, .tile, location: nil)
        shelf.made.keep(body, key, of: record)
        return body
    }

    private static let noTile = RequestError(.notFound, "There is no such tile.")

    private func record(of id: StoryboardID) async throws -> HeldFile {
        guard let record = try await shelf.document(.record, of: id) else { throw RequestError.noStoryboard }
        return record
    }

    private func body(of cut: TileCutting.Cut, _ kind: ResourceKind, location: String?) -> ServedBody {
        ServedBody(
            StoredAnswer(
                body: cut.bytes, type: .jpeg, entityTag: EntityTag(opaque: cut.hash),
                caching: kind.caching(for: rule.readers), readers: rule.readers, contentLocation: location))
    }
}
