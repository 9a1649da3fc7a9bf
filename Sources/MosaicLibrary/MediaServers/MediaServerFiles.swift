import Mosaic
import PlayerFormats
import TiledJPEG
import WebVTT

/// The files of one storyboard for media servers. Tiles are moved as bytes, but for those of ``TrickplaySheets``.
struct MediaServerFiles: Sendable {
    private let member: StoryboardSet.Member
    private let sheets: any SheetReader
    private let shown: ShownTiles
    private let settings: MediaServerSettings

    /// The most bytes of a BIF file, which is made in memory.
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

    /// The folder `320 - 10x10` of Jellyfin: sheets of one grid, the last one filled up.
    ///
    /// - Parameter pixels: The pixels of the storyboard's tiles, as far as this run made them.
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

    /// A BIF file whose thumbnails are whole seconds apart.
    ///
    /// - Parameter name: Its name, by the width and the seconds.
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

    /// A hash of everything that the bytes depend on: the sheets, the tile of each step, and the format.
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
