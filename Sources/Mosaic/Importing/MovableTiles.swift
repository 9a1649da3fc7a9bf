import Raster
import TiledJPEG

/// Reads imported tiles as bytes that are moved: what Mosaic's own encoder writes, at the ends of restart intervals.
struct MovableTiles {
    /// Pictures that are kept parsed: tiles of one sheet follow each other in most documents.
    private static let kept = 2

    private let tiles: ImportedTiles
    private let limit: Int
    private var parsed: [(picture: Int, grid: RestartGrid)] = []
    private var first: EncodedTile?
    /// The encoding of the tiles, recognized in the first picture.
    private(set) var encoding: TileEncoding?

    /// - Parameter limit: The most bytes of a picture.
    init(_ tiles: ImportedTiles, limit: Int) {
        self.tiles = tiles
        self.limit = limit
    }

    /// The tile at a position; `nil` if its bytes cannot share a sheet with the first tile, or do not consist of
    /// whole restart intervals.
    ///
    /// - Throws: `limitExceeded`, `unavailable`.
    mutating func tile(_ position: Int) throws -> EncodedTile? {
        let wanted = tiles.tiles[position]
        guard let grid = try grid(wanted.picture) else { return nil }
        let whole = PixelRect(x: 0, y: 0, width: grid.size.width, height: grid.size.height)
        guard let tile = try? grid.tile(at: wanted.rect ?? whole) else { return nil }
        if let first { return tile.size == first.size && tile.firstDifference(from: first) == nil ? tile : nil }
        guard let encoding, tile.cellSize == tile.size.roundedUp(toMultipleOf: encoding.codec.cellUnit) else {
            return nil
        }
        first = tile
        return tile
    }

    private mutating func grid(_ picture: Int) throws -> RestartGrid? {
        if let known = parsed.first(where: { $0.picture == picture }) { return known.grid }
        let bytes = try tiles.pictures[picture].read(limit: limit)
        if encoding == nil { encoding = TileEncoding(recognizing: bytes) }
        guard encoding != nil, let grid = try? RestartGrid(parsing: bytes) else { return nil }
        if parsed.count == Self.kept { parsed.removeFirst() }
        parsed.append((picture, grid))
        return grid
    }
}

extension TileEncoding {
    /// The encoding of a JPEG; nil where Mosaic writes no such tiles. Tables that are of no set count as those of Annex K,
    /// of the quality whose table of luminance is nearest.
    init?(recognizing jpeg: [UInt8]) {
        guard let header = try? JPEGHeader(parsing: jpeg), header.orientation == .topLeft,
            header.frame.components.count == 3, header.adobeTransform == nil || header.adobeTransform == 1,
            let luminance = header.quantizers[header.frame.components[0].quantizer]
        else { return nil }
        let factors = header.frame.components.map { PixelSize(width: $0.horizontal, height: $0.vertical) }
        let one = PixelSize(width: 1, height: 1)
        switch factors {
        case [PixelSize(width: 2, height: 2), one, one]: chroma = .yuv420
        case [one, one, one]: chroma = .yuv444
        default: return nil
        }
        // The latest first: the codes of Annex K are not compared.
        for set in TableSet.allCases.reversed() {
            guard let quality = set.quality(of: header) else { continue }
            (self.tables, self.quality) = (set, quality)
            return
        }
        (tables, quality) = (.annexK, Self.quality(ofLuminance: luminance.values.map(Int.init)))
    }

    private static func quality(ofLuminance values: [Int]) -> Int {
        let distances = (1...100).map { quality in
            zip(values, TableSet.annexK.quantizers(quality: quality)[0]).reduce(0) { $0 + abs($1.0 - Int($1.1)) }
        }
        return (1...100).min { distances[$0 - 1] < distances[$1 - 1] } ?? 80
    }
}
