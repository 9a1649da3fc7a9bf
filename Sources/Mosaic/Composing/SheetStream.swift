import MosaicFiles
import Raster

/// One sheet of a composition.
package struct ComposedSheet: Sendable {
    /// Its name, size and hash.
    package let sheet: Sheet
    /// Its bytes; nil where the published sheet is unchanged.
    package let bytes: [UInt8]?
    private let permits: SheetPermits

    init(_ sheet: Sheet, bytes: [UInt8]?, _ permits: SheetPermits) {
        self.sheet = sheet
        self.bytes = bytes
        self.permits = permits
    }

    /// Allows as many further tiles to be made; called once, when the bytes are stored or discarded.
    package func release() { permits.release() }
}

/// The sheets of one composition in order, each made when it is read.
///
/// While the reader stores a sheet, the tiles of the next ones are made, as many as there are permits for. The same
/// screenshots and settings give the same bytes, for any number of workers.
package final class SheetStream {
    private let request: CompositionRequest
    private let settings: CompositionSettings
    private let choice: GeometryChoice.Outcome
    private let layout: StoryboardLayout
    private let reuse: TileReuse?
    private let assembly: any SheetAssembly
    private var sheets: [Sheet] = []

    init(
        _ request: CompositionRequest, _ settings: CompositionSettings, _ choice: GeometryChoice.Outcome,
        _ layout: StoryboardLayout, reuse: TileReuse?, _ assembly: any SheetAssembly
    ) {
        self.request = request
        self.settings = settings
        self.choice = choice
        self.layout = layout
        self.reuse = reuse
        self.assembly = assembly
    }

    /// The next sheet; nil after the last one.
    ///
    /// - Throws: `invalidSettings`, `CancellationError`; then ``close()`` is due.
    package func next() async throws -> ComposedSheet? {
        let number = sheets.count
        guard number < layout.tilesOnSheet.count else {
            try await assembly.finish()
            return nil
        }
        try Task.checkCancellation()
        let (result, permits) = try await assembly.sheet(number)
        switch result {
        case .unchanged(let sheet):
            sheets.append(sheet)
            return ComposedSheet(sheet, bytes: nil, permits)
        case .made(let bytes):
            let sheet = describe(number, bytes)
            sheets.append(sheet)
            return ComposedSheet(sheet, bytes: bytes, permits)
        }
    }

    /// The result, after the last sheet.
    ///
    /// - Throws: `damaged` where too many screenshots could not be decoded.
    package func composition() throws -> Composition {
        let records = assembly.records
        try check(records)
        return Composition(
            storyboard: try storyboard(records).signed(settings.sheetURLSecret),
            reusedTiles: reuse?.positions.count { $0 != nil } ?? 0,
            decodings: Dictionary(grouping: records.compactMap(\.decoding)) { $0 }.mapValues(\.count),
            remarks: [choice.remark].compactMap(\.self), brokenDownloads: records.count { $0.broken == .unavailable })
    }

    /// Stops making tiles; returns when none is in work.
    package func close() async { await assembly.close() }

    /// A chapter that has not arrived is no failure.
    private func check(_ records: [TileRecord]) throws {
        let records = zip(records, request.listing.screenshots).filter { $1.hasArrived }.map(\.0)
        let failed = records.filter { $0.state == .placeholder }
        let isNone = failed.count == records.count
        // One that is damaged stays so; where there is none to show, one that is downloaded next time suffices.
        let telling = failed.first { ($0.broken == .unavailable) == isNone } ?? failed.first
        guard let telling, settings.isStrict || isNone else { return }
        throw MosaicError(
            unusable: telling.source.name, because: telling.reason ?? "It cannot be decoded.", broken: telling.broken,
            count: failed.count, of: records.count)
    }

    private func describe(_ number: Int, _ bytes: [UInt8]) -> Sheet {
        let hash = ContentHash(of: bytes)
        let tiles = layout.tilesOnSheet[number]
        return Sheet(
            name: SheetName(number: number, hash: hash, format: settings.encoding.format),
            size: layout.geometry.sheetSize(tiles: tiles), tiles: tiles, bytes: bytes.count, sha256: hash)
    }

    private func storyboard(_ records: [TileRecord]) -> Storyboard {
        let tiles = zip(zip(request.listing.screenshots, layout.placements), records).map { known, record in
            Tile(screenshot: known.0, placement: known.1, record: record)
        }
        return Storyboard(
            id: request.id, title: request.title, duration: request.duration, encoding: settings.encoding,
            geometry: layout.geometry, track: settings.track, sheets: sheets, tiles: tiles,
            skipped: request.listing.skipped)
    }
}
