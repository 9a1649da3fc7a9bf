import Mosaic
import MosaicSystem
import Raster
import Synchronization
import TiledJPEG

/// Makes the sheets of a Jellyfin server, which steps from tile to tile by their size alone.
///
/// Tiles that fill their cells are moved as bytes. Other ones are encoded from the pixels of the composition, side by side;
/// only tiles that it did not make are decoded, from the published sheets.
final class TrickplaySheets: Sendable {
    /// The lowest quality of a sheet with tiles that are encoded for the second time.
    private static let leastQuality = 90

    private let member: StoryboardSet.Member
    private let sheets: any SheetReader
    private let pixels: KeptPixels?
    private let columns: Int
    private let rows: Int
    private let decoded = Mutex(0)

    /// - Parameter pixels: The pixels of the composition; nil without one in this run.
    init(
        of member: StoryboardSet.Member, _ sheets: any SheetReader, _ pixels: KeptPixels?, columns: Int, rows: Int
    ) {
        self.member = member
        self.sheets = sheets
        self.pixels = pixels
        self.columns = columns
        self.rows = rows
    }

    /// The number of tiles that were decoded and encoded again.
    var recodedTiles: Int { decoded.withLock(\.self) }

    private var geometry: TileGeometry { member.storyboard.geometry }

    /// Whether the bytes of tiles can be moved.
    var movesBytes: Bool { !geometry.isPadded }

    /// A full sheet of tiles; what follows the last one is empty.
    ///
    /// - Throws: `unsupported`, `malformed`, `limitExceeded`, what the reader throws.
    func sheet(of tiles: ArraySlice<Int>) async throws -> [UInt8] {
        try await movesBytes ? moved(tiles) : encoded(tiles)
    }

    private func moved(_ tiles: ArraySlice<Int>) async throws -> [UInt8] {
        var cells: [EncodedTile] = []
        for number in tiles { cells.append(try await sheets.tile(number, of: member)) }
        do {
            return try full(cells).encoded()
        } catch {
            throw MosaicError(.unsupported, member.storyboard.id.rawValue, error.reason)
        }
    }

    /// A sheet of all cells. Where the tables cannot express an empty one, the last tile is repeated.
    private func full(_ tiles: [EncodedTile]) throws(TiledJPEGError) -> TiledSheet {
        let (sheet, count) = (try TiledSheet(assembling: tiles, columns: columns), columns * rows)
        guard tiles.count < count, let filler = sheet.filler ?? tiles.last else { return sheet }
        return try TiledSheet(
            assembling: tiles + repeatElement(filler, count: count - tiles.count), columns: columns)
    }

    private func encoded(_ tiles: ArraySlice<Int>) async throws -> [UInt8] {
        var pictures: [PlanarPicture] = []
        var last: (sheet: Int, pixels: DecodedSheet)?
        var recoded = Set<Int>()
        for number in tiles {
            if let picture = pixels?.picture(ofTile: number, size: geometry.tile) {
                pictures.append(picture)
                continue
            }
            recoded.insert(number)
            let tile = member.storyboard.tiles[number]
            if last?.sheet != tile.sheet { last = (tile.sheet, try await decodedSheet(tile.sheet)) }
            guard let picture = try Self.translating({ () throws(ImageError) in try last?.pixels.cut(tile.rect) })
            else {
                throw MosaicError(
                    .malformed, member.storyboard.sheets[tile.sheet].name.rawValue, "It does not hold all its tiles.")
            }
            pictures.append(picture)
        }
        decoded.withLock { $0 += recoded.count }
        let encoding = member.storyboard.encoding
        let quality = recoded.isEmpty ? encoding.quality : max(encoding.quality, Self.leastQuality)
        return try await PixelExecutor.shared.run { [pictures, geometry, columns, rows] in
            try Self.translating { () throws(ImageError) in
                let encoder = try TileSheetEncoder(
                    of: geometry.tile, columns: columns, rows: rows, quality: quality, chroma: encoding.chroma,
                    tables: encoding.tables ?? .newest)
                for (cell, picture) in pictures.enumerated() { try encoder.draw(picture, at: cell) }
                return try encoder.encoded()
            }
        }
    }

    private func decodedSheet(_ number: Int) async throws -> DecodedSheet {
        let bytes = try await sheets.bytes(ofSheet: number, of: member)
        return try Self.translating { () throws(ImageError) in
            try SheetDecoder(limits: DecodingLimits()).decode(bytes)
        }
    }

    private static func translating<Value>(_ work: () throws(ImageError) -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            throw MosaicError(.unsupported, error.subject, error.reason)
        }
    }
}
