import Hummingbird
import Mosaic
import MosaicLibrary
import WebVTT

/// The tile of a time, as facts and as a picture.
struct TileRoutes: Sendable {
    let cache: DocumentCache
    let rule: AccessRule
    let urls: URLBuilder

    func add(to routes: Routes) {
        routes.read("/storyboards/:id/tile", .published(.lookup), cached: cachedLookup, lookup)
        routes.read("/storyboards/:id/tile.jpg", .published(.tileAtTime), tileAtTime)
        routes.read("/storyboards/:id/tiles/:tile", .published(.tile), cached: cachedTile, tile)
    }

    @Sendable private func lookup(_ request: Request, _ context: ServerContext) async throws -> BufferedResponse {
        let id = try context.storyboard()
        let wanted = try TileQuery(RequestQuery(request.uri.query))
        let record = try await record(of: id)
        let snapshot = try cache.snapshot(in: record)
        let number = try wanted.tile(in: snapshot)
        let links = rule.links(to: id, for: request, now: .now)
        let name = Self.name(of: number, wanted.policy, of: id.rawValue)
        if links == nil, let made = cache.made.body(name, of: record) { return made }
        let isCut = snapshot.storyboard.encoding.format == .jpeg
        let hash = isCut ? try await TileCutting(cache: cache).hash(of: number, of: snapshot, id) : nil
        let base = urls.absolute(id) ?? urls.path(of: id)
        // A link is valid for this server alone: a foreign one must not learn it.
        let isElsewhere = links == nil && urls.origin == nil && snapshot.storyboard.isElsewhere
        let document = TileDocument(
            number, of: snapshot.storyboard, policy: wanted.policy, base: base,
            sheets: isElsewhere ? snapshot.storyboard.publishedURLs() : .below(base),
            tileName: hash.map { TileName(number: number, hash: $0) }, links: links)
        let bytes = JSONBody.bytes(of: VersionedDocument(document))
        let body = BufferedResponse(
            bytes, type: .json, entityTag: .content(bytes), caching: ResourceKind.lookup.caching(for: rule.readers),
            readers: rule.readers)
        // An answer with a link is not cached, because the link expires.
        if links == nil { cache.made.keep(body, name, of: record) }
        return body
    }

    @Sendable private func cachedLookup(_ target: HotRoutes.Target) -> BufferedResponse? {
        // Only a record that is parsed already is used.
        guard let record = cachedRecord(of: target.id), let snapshot = record.knownSnapshot,
            let wanted = try? TileQuery(RequestQuery(target.query)),
            let tile = try? wanted.tile(in: snapshot)
        else { return nil }
        return cache.made.body(Self.name(of: tile, wanted.policy, of: String(target.id)), of: record)
    }

    /// The name of a look-up's answer in ``DocumentCache/made``: the same for all times at which this tile is shown.
    static func name(of tile: Int, _ policy: LookupPolicy, of id: String) -> String { "\(id)/tile/\(tile)/\(policy)" }

    @Sendable private func tileAtTime(_ request: Request, _ context: ServerContext) async throws -> BufferedResponse {
        let id = try context.storyboard()
        let wanted = try TileQuery(RequestQuery(request.uri.query))
        guard let snapshot = try await cache.snapshot(of: id) else { throw RequestError.noStoryboard }
        let number = try wanted.tile(in: snapshot)
        let cut = try await TileCutting(cache: cache).cut(number, of: snapshot, id)
        let name = TileName(number: number, hash: cut.hash)
        return cut.body(.tileAtTime, location: "\(urls.path(of: id))tiles/\(name)", readers: rule.readers)
    }

    @Sendable private func tile(_ request: Request, _ context: ServerContext) async throws -> BufferedResponse {
        let id = try context.storyboard()
        guard let name = context.part("tile").flatMap(TileName.init) else { throw RequestError.noTile }
        let record = try await record(of: id)
        let key = "\(id)/tiles/\(name)"
        if let made = cache.made.body(key, of: record) { return made }
        guard let cut = try await TileCutting(cache: cache).cut(name, of: cache.snapshot(in: record), id) else {
            throw RequestError.noTile
        }
        let body = cut.body(.tile, location: nil, readers: rule.readers)
        cache.made.keep(body, key, of: record)
        return body
    }

    @Sendable private func cachedTile(_ target: HotRoutes.Target) -> BufferedResponse? {
        guard target.query == nil, let record = cachedRecord(of: target.id) else { return nil }
        return cache.made.body(target.key, of: record)
    }

    private func record(of id: StoryboardID) async throws -> CachedFile {
        guard let record = try await cache.document(.record, of: id) else { throw RequestError.noStoryboard }
        return record
    }

    private func cachedRecord(of id: Substring) -> CachedFile? { cache.current("\(id)/\(Storyboard.recordName)") }
}
