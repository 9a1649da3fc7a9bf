import Mosaic
import MosaicSystem
import PlayerFormats
import Raster
import Synchronization
import TiledJPEG
import WebVTT

/// Creates the files of one storyboard for media servers. Tiles are copied without decoding, except for padded tiles in
/// ``TrickplaySheets``.
struct MediaServerFiles: Sendable {
    private let member: StoryboardSet.Member
    private let sheets: any SheetReader
    private let shown: ShownTiles
    private let settings: MediaServerSettings

    /// Maximum size of a BIF file in bytes; the file is created in memory.
    private static let bifLimit = 512 << 20

    /// - Throws: `unsupported` for a storyboard without tiles, or with PNG sheets.
    init(of member: StoryboardSet.Member, _ sheets: any SheetReader, _ settings: MediaServerSettings) throws {
        self.member = member
        self.sheets = sheets
        self.settings = settings
        shown = try ShownTiles(of: member.storyboard)
        _ = try member.sheet(0)
    }

    private var width: Int { member.storyboard.geometry.tile.width }

    /// The folder `320 - 10x10` for Jellyfin. All sheets have the same grid; the last one is filled up.
    ///
    /// - Parameter pixels: Pixels of the tiles that this run composed; nil without any.
    /// - Throws: `limitExceeded` for too many thumbnails.
    func trickplay(
        _ pixels: KeptPixels?
    ) throws -> (item: MediaServerItem, times: Resampling, sheets: TrickplaySheets) {
        let times = try Resampling(shown, cadence: settings.interval ?? settings.jellyfinInterval)
        let (grid, tiles) = (settings.sheet, times.tiles)
        let sheets = TrickplaySheets(of: member, sheets, pixels, columns: grid.columns, rows: grid.rows)
        let capacity = grid.columns * grid.rows
        let files = (0..<(tiles.count + capacity - 1) / capacity).map { number in
            let range = number * capacity..<min(tiles.count, (number + 1) * capacity)
            return MediaServerItem.File(name: "\(number).jpg") { try await sheets.sheet(of: tiles[range]) }
        }
        let format = "\(grid.columns)x\(grid.rows)" + (sheets.movesBytes ? "" : " encoded")
        let item = MediaServerItem(
            name: "\(width) - \(grid.columns)x\(grid.rows)", isFolder: true, revision: revision(times, format),
            files: files)
        return (item, times, sheets)
    }

    /// A BIF file with an interval of whole seconds.
    ///
    /// - Parameter name: Returns the file's name for a width in pixels and an interval in seconds.
    /// - Throws: `limitExceeded` for too many thumbnails.
    func bif(named name: (_ width: Int, _ seconds: Int) -> String) throws -> (item: MediaServerItem, times: Resampling)
    {
        var times = try Resampling(shown, cadence: settings.interval)
        let seconds = max(1, (times.cadence.milliseconds + 500) / 1_000)
        if times.cadence.milliseconds != seconds * 1_000 {
            times = try Resampling(shown, cadence: Timestamp(milliseconds: seconds * 1_000))
        }
        let file = MediaServerItem.File(name: name(width, Int(seconds))) { [self, times] in try await bif(times) }
        let item = MediaServerItem(
            name: file.name, isFolder: false, revision: revision(times, "bif"), files: [file])
        return (item, times)
    }

    private func bif(_ times: Resampling) async throws -> [UInt8] {
        var images: [(time: Timestamp, bytes: [UInt8])] = []
        images.reserveCapacity(times.tiles.count)
        var total = 0
        for (step, number) in times.tiles.enumerated() {
            let isRepeated = step > 0 && times.tiles[step - 1] == number
            let bytes =
                if isRepeated { images[step - 1].bytes } else { try await sheets.tile(number, of: member).encoded() }
            total += bytes.count
            guard total <= Self.bifLimit else {
                throw MosaicError(
                    .limitExceeded, member.storyboard.id.rawValue,
                    "A BIF file with a thumbnail every \(times.cadence.milliseconds) ms has more than \(Self.bifLimit)"
                        + " bytes; choose a longer interval.")
            }
            images.append((Timestamp(milliseconds: Int64(step) * times.cadence.milliseconds), bytes))
        }
        do {
            return try BIFFile.serialized(images)
        } catch {
            throw MosaicError(.limitExceeded, error.subject, error.reason)
        }
    }

    /// A hash of everything that determines the bytes: the sheets, the tile of each step, and the format.
    private func revision(_ times: Resampling, _ format: String) -> ContentHash {
        var text = "1 \(format) \(times.cadence.milliseconds)\n"
        for sheet in member.storyboard.sheets { text += sheet.sha256.hexadecimal() + "\n" }
        for number in times.tiles {
            let tile = member.storyboard.tiles[number]
            text += "\(tile.sheet) \(tile.rect.x) \(tile.rect.y)\n"
        }
        return ContentHash(of: Array(text.utf8))
    }
}

/// A file, or a folder of files, for a media server. The bytes are created when the item is written.
struct MediaServerItem: Sendable {
    /// One file.
    struct File: Sendable {
        let name: String
        let bytes: @Sendable () async throws -> [UInt8]
    }

    let name: String
    let isFolder: Bool
    /// A hash of everything that determines the bytes of the files.
    let revision: ContentHash
    let files: [File]
}

/// Creates the sheets for a Jellyfin server, which locates tiles by their size alone.
///
/// Tiles that fill their cells are copied without decoding. Padded tiles are encoded again, without gaps: from the
/// composition's pixels, otherwise from decoded tiles of the published sheets.
final class TrickplaySheets: Sendable {
    /// Minimum quality of a sheet with tiles that are encoded for the second time, in percent.
    private static let leastQuality = 90

    private let member: StoryboardSet.Member
    private let sheets: any SheetReader
    private let pixels: KeptPixels?
    private let columns: Int
    private let rows: Int
    private let decoded = Mutex(0)

    /// - Parameter pixels: Pixels of the tiles that this run composed; nil without any.
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

    /// Whether tiles can be copied without decoding.
    var movesBytes: Bool { !geometry.isPadded }

    /// A sheet with all cells of the grid; the cells after the last tile are empty or repeat the last tile.
    ///
    /// - Throws: `unsupported`, `malformed`, `limitExceeded`, errors of the reader.
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

    /// A sheet with all cells filled. If the tables cannot express an empty cell, the last tile is repeated.
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
