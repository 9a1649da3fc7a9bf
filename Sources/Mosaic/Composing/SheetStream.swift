import MosaicSystem
import Raster
import TiledJPEG

/// One sheet of a composition.
package struct ComposedSheet: Sendable {
    /// Index of the sheet's width: 0 for the storyboard itself, then further widths in ascending order.
    package let width: Int
    /// The sheet's name, size and hash.
    package let sheet: Sheet
    /// The sheet's bytes; nil if the published sheet is unchanged.
    package let bytes: [UInt8]?
    private let permits: Permits

    init(_ sheet: Sheet, ofWidth width: Int, bytes: [UInt8]?, _ permits: Permits) {
        self.width = width
        self.sheet = sheet
        self.bytes = bytes
        self.permits = permits
    }

    /// Returns the permits of the sheet's tiles, so that more tiles are made. Called when the bytes are stored or
    /// discarded.
    package func release() { permits.release() }
}

/// The sheets of one composition, in order for each width. A sheet is assembled when it is read.
///
/// While the reader stores a sheet, workers make the tiles of the next sheets, up to the number of permits. The same
/// screenshots and settings give the same bytes, for any number of workers.
package final class SheetStream {
    private let request: CompositionRequest
    private let settings: CompositionSettings
    private let remarks: [String]
    private let widths: [ComposedWidth]
    private let assembly: any SheetAssembly
    /// For each width, the sheets that were read.
    private var sheets: [[Sheet]]

    init(
        _ request: CompositionRequest, _ settings: CompositionSettings, _ remarks: [String],
        _ widths: [ComposedWidth], _ assembly: any SheetAssembly
    ) {
        self.request = request
        self.settings = settings
        self.remarks = remarks
        self.widths = widths
        self.assembly = assembly
        sheets = widths.map { _ in [] }
    }

    /// The next sheet; nil after the last one.
    ///
    /// - Throws: `invalidSettings`, `CancellationError`, errors of the reader; the caller then calls ``close()``.
    package func next() async throws -> ComposedSheet? {
        guard let width = nextWidth() else {
            try await assembly.finish()
            return nil
        }
        try Task.checkCancellation()
        let number = sheets[width].count
        let (result, permits) = try await assembly.sheet(number, ofWidth: width)
        switch result {
        case .unchanged(let sheet):
            sheets[width].append(sheet)
            return ComposedSheet(sheet, ofWidth: width, bytes: nil, permits)
        case .made(let bytes):
            let sheet = describe(number, widths[width].layout, bytes)
            sheets[width].append(sheet)
            return ComposedSheet(sheet, ofWidth: width, bytes: bytes, permits)
        }
    }

    /// The width whose next sheet needs the fewest further tiles; nil after the last sheet.
    private func nextWidth() -> Int? {
        let ends = widths.indices.compactMap { width -> (width: Int, end: Int)? in
            let (layout, number) = (widths[width].layout, sheets[width].count)
            guard number < layout.tilesOnSheet.count else { return nil }
            return (width, layout.tiles(onSheet: number).upperBound)
        }
        return ends.min { ($0.end, $0.width) < ($1.end, $1.width) }?.width
    }

    /// The result; called after the last sheet.
    ///
    /// - Throws: `damaged` if all screenshots are unusable, or one in strict mode; `unavailable` or `refused` if the
    ///   reported one could not be downloaded.
    package func composition() throws -> Composition {
        let records = widths.indices.map(assembly.records(ofWidth:))
        try records.forEach(check)
        var storyboards = try widths.indices.map { try storyboard(records[$0], $0).signed(settings.sheetURLSecret) }
        var main = storyboards.removeFirst()
        main.widths = storyboards.map(\.geometry.tile.width)
        // A screenshot may be decoded for some widths and not for others.
        let decodings = main.tiles.indices.compactMap { index in
            records.lazy.compactMap { $0[index].decoding }.first
        }
        var composition = Composition(
            storyboard: main, reusedTiles: widths[0].reuse?.positions.count { $0 != nil } ?? 0,
            decodings: decodings, remarks: remarks + request.listing.reader.remarks,
            brokenDownloads: records.map { $0.count { $0.broken == .unavailable } }.max() ?? 0)
        composition.further = storyboards
        return composition
    }

    /// Stops making tiles; returns when no tile is in progress.
    package func close() async { await assembly.close() }

    /// Throws if every screenshot failed, or in strict mode if one did. Chapters that have not arrived do not count.
    private func check(_ records: [TileRecord]) throws {
        let records = zip(records, request.listing.screenshots).filter { $1.hasArrived }.map(\.0)
        let failed = records.filter { $0.state == .placeholder }
        let isNone = failed.count == records.count
        // If all failed, a failed download is reported first: one successful download suffices the next time. In strict
        // mode, a damaged file is reported first, because another attempt would fail, too.
        let telling = failed.first { ($0.broken == .unavailable) == isNone } ?? failed.first
        guard let telling, settings.isStrict || isNone else { return }
        throw MosaicError(
            unusable: telling.source.name, because: telling.reason ?? "It cannot be decoded.", broken: telling.broken,
            count: failed.count, of: records.count)
    }

    private func describe(_ number: Int, _ layout: StoryboardLayout, _ bytes: [UInt8]) -> Sheet {
        let hash = ContentHash(of: bytes)
        let tiles = layout.tilesOnSheet[number]
        return Sheet(
            name: SheetName(number: number, hash: hash, format: settings.encoding.format),
            size: layout.geometry.sheetSize(tiles: tiles), tiles: tiles, bytes: bytes.count, sha256: hash)
    }

    private func storyboard(_ records: [TileRecord], _ width: Int) -> Storyboard {
        let layout = widths[width].layout
        let tiles = zip(zip(request.listing.screenshots, layout.placements), records).map { known, record in
            Tile(screenshot: known.0, placement: known.1, record: record)
        }
        return Storyboard(
            id: request.id, title: request.title, duration: request.duration, encoding: settings.encoding,
            geometry: layout.geometry,
            track: width == 0 ? settings.track : settings.track.inFolder(String(layout.geometry.tile.width)),
            sheets: sheets[width], tiles: tiles, skipped: request.listing.skipped)
    }
}
