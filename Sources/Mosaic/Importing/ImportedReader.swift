import MosaicSystem
import Raster
import Synchronization
import TiledJPEG

/// Delivers the pictures of imported tiles to the composer: a file with a single tile unchanged, a tile of a sheet as
/// pixels. A sheet is decoded once if its tiles follow each other.
struct ImportedReader: ScreenshotReader {
    let tiles: ImportedTiles

    func list() async throws -> ScreenshotListing {
        let screenshots = tiles.tiles.map { tile in
            Screenshot(name: tiles.name(of: tile), time: tile.time, chapter: tile.chapter, title: tile.title)
        }
        return ScreenshotListing(screenshots, skipped: [], reader: self)
    }

    /// The tiles in the order of screenshots; equal names have equal pictures.
    private func wanted(_ screenshots: [Screenshot]) -> [ImportedTiles.Tile] {
        let known = Dictionary(tiles.tiles.map { (tiles.name(of: $0), $0) }) { first, _ in first }
        return screenshots.compactMap { known[$0.name] }
    }

    func sizes(of screenshots: [Screenshot], lanes: Int) async -> [PixelSize?] {
        var sizes: [Int: PixelSize?] = [:]
        return wanted(screenshots).map { tile in
            if let rect = tile.rect { return rect.size }
            if let size = sizes[tile.picture] { return size }
            let size = try? tiles.pictures[tile.picture].header().uprightSize
            sizes[tile.picture] = size
            return size
        }
    }

    func read(_ wanted: [Screenshot], for tiles: TileSettings, lanes: Int) async throws -> any PictureSession {
        ImportedSession(self.wanted(wanted), of: self.tiles, limits: tiles.limits, lanes: lanes)
    }

    func source(of screenshot: Screenshot, limit: Int) async throws -> Tile.Source {
        guard let tile = wanted([screenshot]).first else {
            throw MosaicError(.unavailable, screenshot.name, "There is no such tile.")
        }
        let bytes = try tiles.pictures[tile.picture].read(limit: limit)
        return Tile.Source(imported: screenshot.name, bytes)
    }

    /// Always empty, because imported files are complete.
    func unfinished(_ screenshots: [Screenshot], now: Int64) async -> Set<String> { [] }
}

extension Tile.Source {
    /// Creates the source of a tile of an imported picture; `bytes` is nil if the picture cannot be read.
    init(imported name: String, _ bytes: [UInt8]?) {
        self.init(
            name: name, bytes: bytes?.count, checksum: bytes.map { Checksum(of: $0) }, version: nil,
            hasICCProfile: false)
    }
}

/// Reads imported pictures in order; one caller at a time decodes a sheet.
private final class ImportedSession: PictureSession {
    /// The sheet that was read last.
    private struct Sheet {
        let picture: Int
        let content: Result<DecodedSheet, any Error>
        let bytes: Int
        let checksum: Checksum?
    }

    private struct State {
        var next = 0
        var sheet: Sheet?
        var decoder: SheetDecoder?
    }

    let lanes: Int
    private let wanted: [ImportedTiles.Tile]
    private let tiles: ImportedTiles
    private let limits: DecodingLimits
    private let state = Mutex(State())

    init(_ wanted: [ImportedTiles.Tile], of tiles: ImportedTiles, limits: DecodingLimits, lanes: Int) {
        self.wanted = wanted
        self.tiles = tiles
        self.limits = limits
        self.lanes = lanes
    }

    func next(_ count: Int, into pictures: inout [Picture]) async throws -> Range<Int> {
        try Task.checkCancellation()
        let (positions, read) = state.withLock { state in
            let positions = state.next..<min(state.next + count, wanted.count)
            state.next = positions.upperBound
            return (positions, positions.map { picture(of: wanted[$0], &state) })
        }
        for (index, picture) in read.enumerated() { pictures[index] = picture }
        return positions
    }

    func close() async {}

    private func picture(of tile: ImportedTiles.Tile, _ state: inout State) -> Picture {
        let name = tiles.name(of: tile)
        guard let rect = tile.rect else {
            do {
                let bytes = try tiles.pictures[tile.picture].read(limit: limits.fileBytes)
                return Picture(.encoded(bytes), of: Tile.Source(imported: name, bytes))
            } catch {
                return Picture(.missing(error), of: Tile.Source(imported: name, nil))
            }
        }
        let sheet = sheet(tile.picture, &state)
        let source = Tile.Source(
            name: name, bytes: sheet.checksum == nil ? nil : sheet.bytes, checksum: sheet.checksum, version: nil,
            hasICCProfile: false)
        do {
            guard let picture = try sheet.content.get().cut(rect) else {
                throw MosaicError(.malformed, name, "The rectangle does not lie within the sheet.")
            }
            return Picture(.planes(picture), of: source)
        } catch {
            return Picture(.missing(error), of: source)
        }
    }

    private func sheet(_ picture: Int, _ state: inout State) -> Sheet {
        if let sheet = state.sheet, sheet.picture == picture { return sheet }
        // Frees the pixels of the previous sheet first.
        state.sheet = nil
        var bytes: [UInt8]?
        let content = Result<DecodedSheet, any Error> {
            let read = try tiles.pictures[picture].read(limit: limits.fileBytes)
            bytes = read
            let decoder = try state.decoder ?? SheetDecoder(limits: limits)
            state.decoder = decoder
            return try decoder.decode(read)
        }
        let sheet = Sheet(
            picture: picture, content: content, bytes: bytes?.count ?? 0, checksum: bytes.map { Checksum(of: $0) })
        state.sheet = sheet
        return sheet
    }
}

/// Reads imported tiles that can be moved without decoding: like the tiles of Mosaic's encoder, they are whole restart
/// intervals.
struct MovableTiles {
    /// The number of parsed pictures to keep: in most documents, the tiles of one sheet follow each other.
    private static let kept = 2

    private let tiles: ImportedTiles
    private let limit: Int
    private var parsed: [(picture: Int, grid: RestartGrid)] = []
    private var first: EncodedTile?
    /// The encoding of the tiles, recognized in the first picture.
    private(set) var encoding: TileEncoding?

    /// - Parameter limit: Maximum size of a picture, in bytes.
    init(_ tiles: ImportedTiles, limit: Int) {
        self.tiles = tiles
        self.limit = limit
    }

    /// The tile at a position; `nil` if its bytes cannot share a sheet with the first tile, or do not consist of
    /// whole restart intervals.
    ///
    /// - Throws: `limitExceeded`, `unavailable`, `malformed` for other bytes than the recorded ones.
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
    /// Recognizes the encoding of a JPEG; nil if Mosaic does not write such tiles. Unknown tables count as the tables
    /// of Annex K with the quality whose luminance table is nearest.
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
        // The latest set first, because the Huffman codes of Annex K are not compared.
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
