import TiledJPEG
import WebVTT

/// Sheets of one size with tiles at a fixed cadence, for players that compute sheet and cell by division.
///
/// Such players take the whole picture for cells of tiles without padding. Where the cells of the published sheets are
/// larger than the tiles, these sheets therefore have one row, the rest of which is cut off, or one tile.
struct CadenceSheets {
    /// How the last sheet ends where it has fewer tiles.
    enum Ending {
        /// It is filled up to the grid.
        case padded
        /// An only sheet ends with its last row; others are filled up.
        case trimmedIfSingle
    }

    let resampling: Resampling
    let columns: Int
    let rows: Int
    /// 32 hexadecimal digits that are different for other tiles, times, places or bytes.
    let revision: String
    /// The position of the storyboard among the widths.
    private let position: Int
    private let member: StoryboardSet.Member
    private var storyboard: Storyboard { member.storyboard }

    init(_ source: ExportSource, member position: Int, _ resampling: Resampling, _ ending: Ending) {
        member = source.storyboards.members[position]
        self.position = position
        self.resampling = resampling
        let geometry = member.storyboard.geometry
        let isExact = geometry.tile.width == geometry.cell.width
        columns = isExact ? geometry.grid.columns : 1
        if geometry.isPadded {
            rows = 1
        } else if ending == .trimmedIfSingle, resampling.tiles.count < geometry.grid.count {
            rows = (resampling.tiles.count + geometry.grid.columns - 1) / geometry.grid.columns
        } else {
            rows = geometry.grid.rows
        }
        // The first number changes whenever the same input gets other bytes.
        revision = Self.revision(
            member.storyboard, [1, columns, rows, Int(resampling.cadence.milliseconds)] + resampling.tiles)
    }

    /// Cells of a sheet.
    var cells: Int { columns * rows }

    /// The number of sheets, 1 or more.
    var count: Int { (resampling.tiles.count + cells - 1) / cells }

    /// Pixels of a tile, and so of a cell.
    var tile: PixelSize { storyboard.geometry.tile }

    /// Pixels of every sheet.
    var size: PixelSize { PixelSize(width: columns * tile.width, height: rows * tile.height) }

    /// Duration of each sheet, including the last one.
    var duration: Timestamp { Timestamp(milliseconds: resampling.cadence.milliseconds * Int64(cells)) }

    /// Size of the largest sheet, in bytes: exact for published sheets, otherwise computed as if all tiles had the
    /// size of the largest.
    var largestBytes: Int {
        let perTile = storyboard.sheets.map { ($0.bytes + $0.tiles - 1) / max(1, $0.tiles) }.max() ?? 0
        return (0..<count).map { number in
            published(number).map { storyboard.sheets[$0].bytes } ?? perTile * cells
        }.max() ?? 0
    }

    /// The published sheet that is the same; nil where there is none.
    func published(_ number: Int) -> Int? {
        let geometry = storyboard.geometry
        let tiles = tiles(onSheet: number)
        guard !geometry.isPadded, columns == geometry.grid.columns, let first = tiles.first,
            first.isMultiple(of: geometry.grid.count), tiles.elementsEqual(first..<first + tiles.count)
        else { return nil }
        let sheet = first / geometry.grid.count
        return storyboard.sheets[sheet].size == size && storyboard.sheets[sheet].tiles == tiles.count ? sheet : nil
    }

    /// The bytes of a sheet.
    func body(_ number: Int, _ source: ExportSource) -> ExportFile.Body {
        if let sheet = published(number) { return .sheet(member: position, number: sheet) }
        let tiles = tiles(onSheet: number)
        if cells == 1, let tile = tiles.first { return .tile(member: position, number: tile) }
        return .made { try await made(of: tiles, by: source.sheets) }
    }

    private func tiles(onSheet number: Int) -> ArraySlice<Int> {
        resampling.tiles[number * cells..<min((number + 1) * cells, resampling.tiles.count)]
    }

    private func made(of numbers: ArraySlice<Int>, by reader: any SheetReader) async throws -> [UInt8] {
        var tiles: [EncodedTile] = []
        tiles.reserveCapacity(cells)
        for number in numbers { tiles.append(try await reader.tile(number, of: member)) }
        do throws(TiledJPEGError) {
            var sheet = try TiledSheet(assembling: tiles, columns: columns)
            if tiles.count < cells, let filler = sheet.filler {
                tiles += repeatElement(filler, count: cells - tiles.count)
                sheet = try TiledSheet(assembling: tiles, columns: columns)
            }
            let bytes = sheet.encoded()
            guard sheet.size != size else { return bytes }
            return try RestartGrid(parsing: bytes).extract(
                PixelRect(x: 0, y: 0, width: size.width, height: size.height))
        } catch {
            throw MosaicError(.malformed, storyboard.id.rawValue, error.reason)
        }
    }

    /// 32 hexadecimal digits of sheets and numbers that decide which pictures are made of them.
    static func revision(_ storyboard: Storyboard, _ numbers: [Int]) -> String {
        var input: [UInt8] = []
        input.reserveCapacity(32 * storyboard.sheets.count + 8 * numbers.count)
        for sheet in storyboard.sheets { input += sheet.sha256.bytes }
        for number in numbers {
            for shift in stride(from: 0, to: 64, by: 8) { input.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        return ContentHash(of: input).hexadecimal(bytes: 16)
    }
}
