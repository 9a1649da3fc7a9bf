import Hummingbird
import Mosaic
import MosaicLibrary
import WebVTT

/// Serves the tile at a time, as JSON and as an image, and tiles by their names.
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
        // A signed link is valid for this server, so another server must not receive it.
        let isElsewhere = links == nil && urls.origin == nil && snapshot.storyboard.isElsewhere
        let document = TileDocument(
            number, of: snapshot.storyboard, policy: wanted.policy, base: base,
            sheets: isElsewhere ? snapshot.storyboard.publishedURLs() : .below(base),
            tileName: hash.map { TileName(number: number, hash: $0) }, links: links)
        let bytes = JSONBody.bytes(of: VersionedDocument(document))
        let body = BufferedResponse(
            bytes, type: .json, entityTag: .content(bytes), caching: ResourceKind.lookup.caching(for: rule.readers),
            readers: rule.readers)
        // A response with a signed link is not cached, because the link expires.
        if links == nil { cache.made.keep(body, name, of: record) }
        return body
    }

    @Sendable private func cachedLookup(_ target: HotRoutes.Target) -> BufferedResponse? {
        // Uses a record only if it is already parsed.
        guard let record = cachedRecord(of: target.id), let snapshot = record.knownSnapshot,
            let wanted = try? TileQuery(RequestQuery(target.query)),
            let tile = try? wanted.tile(in: snapshot)
        else { return nil }
        return cache.made.body(Self.name(of: tile, wanted.policy, of: String(target.id)), of: record)
    }

    /// The key of a look-up's response in ``DocumentCache/made``. All times at which the same tile is shown have the
    /// same key.
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
        return try await TileCutting(cache: cache).body(name, of: record(of: id), id)
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

/// The query parameters of a tile look-up.
struct TileQuery: Hashable, Sendable {
    private enum Wanted: Hashable {
        case time(Timestamp)
        case chapter(Int)
    }

    /// The policy for times outside all tiles.
    let policy: LookupPolicy
    private let wanted: Wanted

    /// Parses a time, `t=83.5` or `t=00:01:23.500`, or a chapter, `chapter=3`, and optionally `policy=hold`.
    ///
    /// - Throws: `invalidRequest`.
    init(_ query: RequestQuery) throws(RequestError) {
        policy = try query.choice("policy") ?? .hold
        let chapter = try query.number("chapter", in: 0...Int(Int32.max))
        switch (try query.text("t"), chapter) {
        case (let text?, nil):
            guard let time = Timestamp(parsing: text, grammar: .human) else {
                throw RequestError.time(text)
            }
            wanted = .time(time)
        case (nil, let chapter?): wanted = .chapter(chapter)
        default: throw RequestError(.invalidRequest, "A tile is named by either t or chapter, such as ?t=83.5.")
        }
    }

    /// The tile's position in a storyboard, from 0.
    ///
    /// - Throws: `noTile`.
    func tile(in snapshot: StoryboardSnapshot) throws(RequestError) -> Int {
        switch wanted {
        case .time(let time):
            if let tile = snapshot.tile(at: time, policy) { return tile }
            throw RequestError(.noTile, "No tile is shown at \(time).")
        case .chapter(let chapter):
            if let tile = snapshot.tile(ofChapter: chapter) { return tile }
            throw RequestError(.noTile, "There is no tile of chapter \(chapter).")
        }
    }
}

extension TileDocument {
    /// Creates the document of a tile.
    ///
    /// - Parameters:
    ///   - base: The prefix of the storyboard's URLs.
    ///   - sheets: The URLs of the storyboard's sheets.
    ///   - tileName: The tile's name as a separate image; `nil` if the tile cannot be cut out.
    ///   - links: Signs the URLs of sheet and tile; `nil` if reading is public.
    init(
        _ index: Int, of storyboard: Storyboard, policy: LookupPolicy, base: String, sheets: FileURLs,
        tileName: TileName?, links: IssuedLinks?
    ) {
        let tile = storyboard.tiles[index]
        func query(_ picture: String) -> String { links.map { "?" + $0.toPicture(picture).query } ?? "" }
        let sheetName = storyboard.sheets[tile.sheet].name.rawValue
        self.init(
            sheet: sheets(sheetName) + query(sheetName), area: .rect(tile.rect), start: tile.start, end: tile.end,
            index: index, policy: policy, chapter: tile.chapter, title: tile.title,
            tile: tileName.map { "\(base)tiles/\($0)\(query("tiles/\($0)"))" })
    }
}
