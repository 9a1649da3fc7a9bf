import TiledJPEG
package import WebVTT

/// Sheets of one size with tiles at a fixed cadence, for players that compute sheet and cell by division.
///
/// Such players expect cells without padding. If the cells of the published sheets are larger than the tiles, these
/// sheets therefore have a single row, whose padding is cut off, or a single tile.
struct CadenceSheets {
    /// How a last sheet with fewer tiles is written.
    enum Ending {
        /// The sheet is filled up to the grid.
        case padded
        /// A single sheet ends with its last row; several sheets are filled up.
        case trimmedIfSingle
    }

    let resampling: Resampling
    let columns: Int
    let rows: Int
    /// 32 hexadecimal digits: a hash of the tiles, the cadence, the grid and the published sheets.
    let revision: String
    /// The position of the storyboard in ``StoryboardSet/members``.
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
        // The first number is a version; it changes when the same input gets other bytes.
        revision = Self.revision(
            member.storyboard, [1, columns, rows, Int(resampling.cadence.milliseconds)] + resampling.tiles)
    }

    /// The number of cells of a sheet.
    var cells: Int { columns * rows }

    /// The number of sheets, 1 or more.
    var count: Int { (resampling.tiles.count + cells - 1) / cells }

    /// Size of a tile, and so of a cell, in pixels.
    var tile: PixelSize { storyboard.geometry.tile }

    /// Size of every sheet, in pixels.
    var size: PixelSize { PixelSize(width: columns * tile.width, height: rows * tile.height) }

    /// Duration of each sheet, including the last one.
    var duration: Timestamp { Timestamp(milliseconds: resampling.cadence.milliseconds * Int64(cells)) }

    /// The bit rate of the largest sheet, in bits per second. Empty cells count as if they had the average size of the
    /// sheet's tiles.
    ///
    /// Reads the sheets whose tiles are on sheets that are not published.
    /// - Throws: errors of the sheet reader.
    func bandwidth(_ source: ExportSource) async throws -> Int {
        var (largest, header) = (0, 0)
        var segments = [Int?](repeating: nil, count: storyboard.tiles.count)
        for number in 0..<count {
            if let sheet = published(number) {
                largest = max(largest, storyboard.sheets[sheet].bytes)
                continue
            }
            let numbers = tiles(onSheet: number)
            var bytes = 0
            for number in numbers {
                if segments[number] == nil {
                    let tile = try await source.sheets.tile(number, of: member)
                    header = max(header, tile.headerBytes)
                    segments[number] = tile.segmentBytes
                }
                bytes += segments[number] ?? 0
            }
            largest = max(largest, header + (bytes * cells + numbers.count - 1) / numbers.count)
        }
        return Bandwidth.of(largest, in: duration)
    }

    /// The position of the published sheet with the same content; nil if there is none.
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

    /// 32 hexadecimal digits: a hash of the sheets and of the numbers that determine the pictures made from them.
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

/// The track's tiles at a fixed cadence, for formats without individual times.
///
/// Step k begins at k times the cadence, and has the tile that the track shows at that time. A player that computes the
/// step by division therefore shows a tile late by less than a step. Only the first tile may be early.
package struct Resampling: Hashable, Sendable {
    /// Time from step to step, 1 ms or more.
    package let cadence: Timestamp
    /// The tile of each step, by its position in the storyboard; 1 or more steps.
    package let tiles: [Int]
    /// Maximum time, in milliseconds, for which a tile is shown after the track shows the next one. A first tile that
    /// is shown too early and tiles that are left out do not count.
    package let largestError: Int64
    /// Whether each tile of the track has exactly one step, in order, so that the published sheets can be used.
    package let isNatural: Bool

    /// Maximum number of steps: 278 hours with one step a second.
    package static let mostSteps = 1_000_000
    /// Minimum cadence that is chosen for irregular times, in milliseconds.
    private static let shortest: Int64 = 1_000
    /// The number of cadences compared for irregular times.
    private static let candidates: Int64 = 32

    /// Resamples at a cadence. Nil takes the cadence of regular times, and for irregular times the cadence with the
    /// smallest error.
    ///
    /// Irregular times give at most twice as many steps as tiles, or at most 200 if that is more.
    /// - Throws: `invalidSettings` for a cadence below 1 ms, `limitExceeded` for more than ``mostSteps``.
    package init(_ shown: ShownTiles, cadence: Timestamp? = nil) throws {
        let spans = shown.fromZero
        let end = shown.end.milliseconds
        let chosen = cadence?.milliseconds ?? Self.natural(spans) ?? Self.best(spans, end: end)
        guard chosen >= 1 else {
            throw MosaicError(.invalidSettings, "cadence", "A cadence of \(chosen) ms is not possible; 1 is the least.")
        }
        let count = (end + chosen - 1) / chosen
        guard count <= Self.mostSteps else {
            throw MosaicError(
                .limitExceeded, "cadence",
                "A cadence of \(chosen) ms makes \(count) steps, and \(Self.mostSteps) are the most.")
        }
        var tiles: [Int] = []
        tiles.reserveCapacity(Int(count))
        var position = 0
        for step in 0..<count {
            let time = step * chosen
            while position + 1 < spans.count, spans[position + 1].start.milliseconds <= time { position += 1 }
            tiles.append(spans[position].tile)
        }
        self.cadence = Timestamp(milliseconds: chosen)
        self.tiles = tiles
        largestError = Self.error(of: spans, cadence: chosen, end: end)
        isNatural = tiles.elementsEqual(spans.lazy.map(\.tile))
    }

    /// The cadence of regular times: every tile begins one step after the one before it, and the last one lasts at most
    /// a step. Nil for irregular times.
    private static func natural(_ spans: [ShownTiles.Span]) -> Int64? {
        guard spans.count > 1 else { return spans.first.map { $0.end.milliseconds } }
        let cadence = spans[1].start.milliseconds
        for (number, span) in spans.enumerated() where span.start.milliseconds != Int64(number) * cadence { return nil }
        // A last tile of several steps would be repeated.
        return (spans.last.map { $0.end.milliseconds - $0.start.milliseconds } ?? 0) <= cadence ? cadence : nil
    }

    /// The cadence with the smallest error, in milliseconds, among cadences with few steps.
    private static func best(_ spans: [ShownTiles.Span], end: Int64) -> Int64 {
        let most = min(Int64(max(200, 2 * spans.count)), Int64(mostSteps))
        let least = (max(shortest, (end + most - 1) / most) + 999) / 1_000 * 1_000
        let divisor = spans.dropFirst().reduce(Int64(0)) { commonDivisor($0, $1.start.milliseconds) }
        // Every start is on a step of a cadence that divides all of them.
        if divisor >= least { return divisor }
        let others = (0..<candidates).map { least + $0 * 1_000 }.filter { $0 < 2 * least }
        let errors = others.map { (error(of: spans, cadence: $0, end: end), $0) }
        return errors.min { $0 < $1 }?.1 ?? least
    }

    /// The longest time, in milliseconds, for which a step shows a tile after its end.
    private static func error(of spans: [ShownTiles.Span], cadence: Int64, end: Int64) -> Int64 {
        var largest: Int64 = 0
        for span in spans.dropLast() {
            let time = span.end.milliseconds
            let late = (time + cadence - 1) / cadence * cadence - time
            // No step begins while the tile is shown, so that the tile is left out.
            guard (span.start.milliseconds + cadence - 1) / cadence * cadence < time else { continue }
            largest = max(largest, min(late, end - time))
        }
        return largest
    }

    private static func commonDivisor(_ one: Int64, _ other: Int64) -> Int64 {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return one
    }
}
