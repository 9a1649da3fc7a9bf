import Mosaic
import TiledJPEG

/// Cuts tiles out of JPEG sheets without decoding, as separate JPEG files.
struct TileCutting: Sendable {
    /// A tile's JPEG file, and the hash in its name.
    struct Cut: Sendable {
        let bytes: [UInt8]
        let hash: String
    }

    /// Maximum distance from the position in a tile's name at which the tile is searched. Later arrivals may have moved
    /// the tile.
    private static let reach = 64

    let cache: DocumentCache
    /// The folder of a further width; `nil` for the storyboard's own sheets.
    var folder: String?

    /// Cuts a tile out.
    ///
    /// - Throws: `unsupported` if the sheets are not JPEGs, `notFound` while the storyboard is being removed,
    ///   `unavailable`, `malformed`, `limitExceeded`, `refused`.
    func cut(_ tile: Int, of snapshot: StoryboardSnapshot, _ id: StoryboardID) async throws -> Cut {
        let place = snapshot.storyboard.tiles[tile]
        let name = snapshot.storyboard.sheets[place.sheet].name
        guard snapshot.storyboard.encoding.format == .jpeg else {
            throw MosaicError(.unsupported, id.rawValue, "Tiles can be cut from JPEG sheets alone, and these are PNG.")
        }
        guard let sheet = try await cache.sheet(name, in: folder, of: id) else {
            throw try await absence(of: name, id)
        }
        do {
            let bytes = try cache.grid(in: sheet).extract(place.rect)
            let hash = snapshot.knownHash(of: tile) ?? ContentHash(of: bytes).hexadecimal(bytes: 16)
            snapshot.keep(hash, of: tile)
            return Cut(bytes: bytes, hash: hash)
        } catch let error as TiledJPEGError {
            throw MosaicError(.malformed, name.rawValue, error.reason)
        }
    }

    /// The error for a missing sheet: `noStoryboard` if the storyboard is being removed, otherwise `unavailable`. A
    /// removal deletes the track first and the record last.
    private func absence(of sheet: SheetName, _ id: StoryboardID) async throws -> any Error {
        cache.invalidate(id)
        let record = try await cache.document(.record, in: folder, of: id)
        let sheets = try record.map { try cache.snapshot(in: $0).storyboard.sheets } ?? []
        guard sheets.contains(where: { $0.name == sheet }),
            try await cache.document(.track, in: folder, of: id) != nil
        else {
            return RequestError.noStoryboard
        }
        return MosaicError(.unavailable, sheet.rawValue, "The sheet is not there.")
    }

    /// The hash in a tile's name.
    ///
    /// - Throws: Errors of ``cut(_:of:_:)``.
    func hash(of tile: Int, of snapshot: StoryboardSnapshot, _ id: StoryboardID) async throws -> String {
        if let hash = snapshot.knownHash(of: tile) { return hash }
        return try await cut(tile, of: snapshot, id).hash
    }

    /// The tile of a name, at its position or near it; `nil` if the tile no longer exists.
    ///
    /// - Throws: Errors of ``cut(_:of:_:)``.
    func cut(_ name: TileName, of snapshot: StoryboardSnapshot, _ id: StoryboardID) async throws -> Cut? {
        let first = max(0, name.number - Self.reach)
        let last = min(snapshot.storyboard.tiles.count - 1, name.number + Self.reach)
        // The name is invalid, or comes from a time when the storyboard had many more tiles.
        guard first <= last else { return nil }
        for tile in (first...last).sorted(by: { abs($0 - name.number) < abs($1 - name.number) }) {
            guard try await hash(of: tile, of: snapshot, id) == name.hash else { continue }
            return try await cut(tile, of: snapshot, id)
        }
        return nil
    }

    /// The response body of the tile of a name.
    ///
    /// - Parameter record: The current record; the body is cached while it is current.
    /// - Throws: `noTile`, errors of ``cut(_:of:_:)``.
    func body(_ name: TileName, of record: CachedFile, _ id: StoryboardID) async throws -> BufferedResponse {
        let key = "\(id)/" + DocumentCache.path("tiles/\(name)", in: folder)
        if let made = cache.made.body(key, of: record) { return made }
        guard let cut = try await cut(name, of: cache.snapshot(in: record), id) else { throw RequestError.noTile }
        let body = cut.body(.tile, location: nil, readers: cache.readers)
        cache.made.keep(body, key, of: record)
        return body
    }
}

extension TileCutting.Cut {
    /// The response body of the tile.
    ///
    /// - Parameter location: The path of the tile under its own name; `nil` if that path was requested.
    func body(_ kind: ResourceKind, location: String?, readers: ReadAccess) -> BufferedResponse {
        BufferedResponse(
            bytes, type: .jpeg, entityTag: EntityTag(opaque: hash), caching: kind.caching(for: readers),
            readers: readers, contentLocation: location)
    }
}

/// The name of a tile as a separate image: `{n}.{hash}.jpg`, where hash is the first 16 bytes of its SHA-256.
struct TileName: Hashable, Sendable, CustomStringConvertible {
    /// The tile's position in the storyboard when the name was created, 0...1 000 000.
    let number: Int
    /// The first 16 bytes of the JPEG file's SHA-256, as 32 hexadecimal digits.
    let hash: String

    init(number: Int, hash: String) {
        self.number = number
        self.hash = hash
    }

    /// Parses a name; `nil` for text that ``description`` does not produce.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2] == "jpg", let number = Int(parts[0]), (0...1_000_000).contains(number),
            String(number) == parts[0], parts[1].utf8.count == 32,
            parts[1].utf8.allSatisfy({ Hexadecimal.value(of: $0) != nil })
        else { return nil }
        self.init(number: number, hash: String(parts[1]))
    }

    var description: String { "\(number).\(hash).jpg" }
}
