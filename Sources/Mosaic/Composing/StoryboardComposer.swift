import ImageHeaders
import MosaicFiles
package import Raster

/// Composes screenshots into a storyboard.
///
/// Layout never sees a pixel and pixels never see a time: tiles are made by workers, their places are computed from the
/// times, and both meet where sheets are assembled.
public struct StoryboardComposer: Sendable {
    /// The caller's settings.
    package let settings: CompositionSettings
    private let makers: TileMakerPool

    /// Makes a composer.
    public init(settings: CompositionSettings = CompositionSettings()) {
        self.init(settings: settings, makers: TileMakerPool())
    }

    /// The same for callers that compose again and again.
    ///
    /// - Parameter makers: Where it takes its workers' tile makers from.
    package init(settings: CompositionSettings, makers: TileMakerPool) {
        self.settings = settings
        self.makers = makers
    }

    /// Composes a storyboard and delivers its sheets one by one, so that no more than one is held.
    ///
    /// The same screenshots and settings give the same bytes, for any number of workers.
    /// - Parameters:
    ///   - request: The storyboard to compose.
    ///   - earlier: The previous publication. Its geometry is kept, and the tiles of unchanged screenshots are moved
    ///     from its sheets. Nil composes everything.
    ///   - progress: Called after each screenshot, from any thread.
    ///   - deliver: Takes each new sheet, in order; unchanged sheets are left out.
    /// - Throws: `noScreenshots`, `invalidSettings`, `damaged`, errors of `deliver`, `CancellationError`.
    package func compose(
        _ request: CompositionRequest, earlier: PublishedSheets? = nil,
        progress: @escaping @Sendable (CompositionProgress) -> Void = { _ in },
        deliver: (Sheet, [UInt8]) async throws -> Void
    ) async throws -> Composition {
        try await compose(request, earlier: earlier, progress: progress) { sheet, bytes, permits in
            defer { permits.release() }
            try await deliver(sheet, bytes)
        }
    }

    /// The same, for callers that stage sheets while the next ones are made.
    ///
    /// - Parameter stage: Takes each sheet, and releases the permits when it no longer holds the bytes. Making a tile
    ///   needs a permit.
    func compose(
        _ request: CompositionRequest, earlier: PublishedSheets?,
        progress: @escaping @Sendable (CompositionProgress) -> Void,
        stage: (Sheet, [UInt8], SheetPermits) async throws -> Void
    ) async throws -> Composition {
        try settings.validate()
        let screenshots = request.listing.screenshots
        guard screenshots.contains(where: { $0.path != nil }) else {
            throw MosaicError(.noScreenshots, request.id.rawValue, "There are no screenshots to compose.")
        }
        let choice = try await geometry(
            for: screenshots.filter { $0.path != nil }, recorded: earlier?.storyboard.geometry)
        let geometry = choice.geometry
        let layout = try StoryboardLayout(
            times: screenshots.map(\.time), geometry: geometry, duration: request.duration,
            startsAtZero: settings.track.startsAtZero)
        var sheets: [Sheet] = []
        let assembly = SheetAssembly(
            layout: layout, tiles: workers(for: geometry),
            progress: ProgressCount(total: screenshots.count, report: progress))
        let place: (SheetResult, SheetPermits) async throws -> Void = { result, permits in
            switch result {
            case .unchanged(let sheet):
                sheets.append(sheet)
                permits.release()
            case .made(let number, let bytes):
                let sheet = describe(number, bytes, layout)
                sheets.append(sheet)
                try await stage(sheet, bytes, permits)
            }
        }
        let usable: ([TileRecord]) throws -> Void = { try check($0, of: screenshots) }
        let records: [TileRecord]
        var reuse: TileReuse?
        switch settings.encoding.format {
        case .jpeg:
            reuse = await reusable(earlier, screenshots, layout)
            records = try await assembly.jpeg(screenshots, reuse: reuse, check: usable, deliver: place)
        case .png:
            records = try await assembly.png(screenshots, check: usable, deliver: place)
        }
        return Composition(
            storyboard: storyboard(request, layout, sheets, records),
            reusedTiles: reuse?.positions.count { $0 != nil } ?? 0,
            decodings: Dictionary(grouping: records.compactMap(\.decoding)) { $0 }.mapValues(\.count),
            remarks: [choice.remark].compactMap(\.self))
    }

    /// Tiles with other settings cannot be reused.
    private func reusable(
        _ earlier: PublishedSheets?, _ screenshots: [Screenshot], _ layout: StoryboardLayout
    ) async -> TileReuse? {
        guard let earlier, earlier.storyboard.encoding == settings.encoding,
            earlier.storyboard.geometry == layout.geometry
        else { return nil }
        return await TileReuse(
            of: earlier, for: screenshots, layout: layout, verifiesContent: settings.verifiesContent)
    }

    private func geometry(for screenshots: [Screenshot], recorded: TileGeometry?) async throws -> GeometryChoice.Outcome
    {
        let choice = GeometryChoice(
            request: settings.geometry, mcu: settings.encoding.codec.cellUnit, workers: settings.workers)
        if let recorded { return try choice.keeping(recorded) }
        return try await choice.choosing(for: screenshots) { screenshots in
            // A tile of one MCU costs little more than reading and parsing the file.
            let probe = PixelSize(width: 16, height: 16)
            let tiles = workers(for: TileGeometry(tile: probe, cell: probe, grid: TileGrid.single))
            return try await tiles.records(for: screenshots)
        }
    }

    private func workers(for geometry: TileGeometry) -> TileWorkers {
        let tile = TileSettings(
            tileSize: geometry.tile, cellSize: geometry.cell, codec: settings.encoding.codec,
            framing: settings.encoding.framing, background: settings.encoding.background, limits: settings.limits,
            acceptsDamaged: settings.acceptsDamaged)
        return TileWorkers(
            settings: tile, workers: settings.workers,
            memory: AsyncSemaphore(permits: settings.limits.workingBytes), makers: makers)
    }

    /// Throws where too many screenshots could not be decoded; a chapter that has not arrived is no failure.
    private func check(_ records: [TileRecord], of screenshots: [Screenshot]) throws {
        let records = zip(records, screenshots).filter { $1.path != nil }.map(\.0)
        let failed = records.filter { $0.state == .placeholder }
        guard let first = failed.first, settings.isStrict || failed.count == records.count else { return }
        throw MosaicError(
            unusable: first.source.name, because: first.reason ?? "It cannot be decoded.", count: failed.count,
            of: records.count)
    }

    private func describe(_ number: Int, _ bytes: [UInt8], _ layout: StoryboardLayout) -> Sheet {
        let hash = ContentHash(of: bytes)
        let tiles = layout.tilesOnSheet[number]
        return Sheet(
            name: SheetName(number: number, hash: hash, format: settings.encoding.format),
            size: layout.geometry.sheetSize(tiles: tiles), tiles: tiles, bytes: bytes.count, sha256: hash)
    }

    private func storyboard(
        _ request: CompositionRequest, _ layout: StoryboardLayout, _ sheets: [Sheet], _ records: [TileRecord]
    ) -> Storyboard {
        let screenshots = request.listing.screenshots
        let tiles = zip(zip(screenshots, layout.placements), records).map { known, record in
            Tile(screenshot: known.0, placement: known.1, record: record)
        }
        return Storyboard(
            id: request.id, title: request.title, duration: request.duration, encoding: settings.encoding,
            geometry: layout.geometry, track: settings.track, sheets: sheets, tiles: tiles,
            skipped: request.listing.skipped)
    }
}
