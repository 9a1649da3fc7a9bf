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

    /// Begins a composition, whose sheets are then read one by one.
    ///
    /// - Parameters:
    ///   - request: The storyboard to compose.
    ///   - earlier: The previous publication. Its geometry is kept, and the tiles of unchanged screenshots are moved
    ///     from its sheets. Nil composes everything.
    ///   - progress: Called after each screenshot, from any thread.
    /// - Throws: `noScreenshots`, `invalidSettings`, `damaged`, `CancellationError`.
    package func sheets(
        of request: CompositionRequest, earlier: PublishedSheets? = nil,
        progress: @escaping @Sendable (CompositionProgress) -> Void = { _ in }
    ) async throws -> SheetStream {
        try settings.validate()
        try settings.checkSecret()
        let screenshots = request.listing.screenshots
        let arrived = screenshots.filter(\.hasArrived)
        guard !arrived.isEmpty else {
            throw MosaicError(.noScreenshots, request.id.rawValue, "There are no screenshots to compose.")
        }
        let reader = request.listing.reader
        let choice = try await geometry(for: arrived, from: reader, recorded: earlier?.storyboard.geometry)
        let layout = try StoryboardLayout(
            times: screenshots.map(\.time), geometry: choice.geometry, duration: request.duration,
            startsAtZero: settings.track.startsAtZero)
        let workers = workers(for: choice.geometry, reading: reader)
        let count = ProgressCount(total: screenshots.count, report: progress)
        switch settings.encoding.format {
        case .jpeg:
            let reuse = await reusable(earlier, request.listing, layout)
            let assembly = JPEGAssembly(screenshots, layout, reuse: reuse, by: workers, count)
            return SheetStream(request, settings, choice, layout, reuse: reuse, assembly)
        case .png:
            let assembly = PNGAssembly(screenshots, layout, by: workers, count)
            return SheetStream(request, settings, choice, layout, reuse: nil, assembly)
        }
    }

    /// Tiles with other settings cannot be reused.
    private func reusable(
        _ earlier: PublishedSheets?, _ listing: ScreenshotListing, _ layout: StoryboardLayout
    ) async -> TileReuse? {
        guard let earlier, earlier.storyboard.encoding == settings.encoding,
            earlier.storyboard.geometry == layout.geometry
        else { return nil }
        return await TileReuse(
            of: earlier, for: listing, layout: layout, verifiesContent: settings.verifiesContent)
    }

    private func geometry(
        for screenshots: [Screenshot], from reader: any ScreenshotReader, recorded: TileGeometry?
    ) async throws -> GeometryChoice.Outcome {
        let choice = GeometryChoice(
            request: settings.geometry, mcu: settings.encoding.codec.cellUnit, reader: reader,
            workers: settings.workers)
        if let recorded { return try choice.keeping(recorded) }
        return try await choice.choosing(for: screenshots) { screenshots in
            // A tile of one MCU costs little more than reading and parsing the file.
            let probe = PixelSize(width: 16, height: 16)
            let tiles = workers(
                for: TileGeometry(tile: probe, cell: probe, grid: TileGrid.single), reading: reader)
            return try await tiles.records(for: screenshots)
        }
    }

    private func workers(for geometry: TileGeometry, reading reader: any ScreenshotReader) -> TileWorkers {
        let tile = TileSettings(
            tileSize: geometry.tile, cellSize: geometry.cell, codec: settings.encoding.codec,
            framing: settings.encoding.framing, background: settings.encoding.background, limits: settings.limits,
            acceptsDamaged: settings.acceptsDamaged)
        return TileWorkers(
            reader: reader, settings: tile, workers: settings.workers,
            memory: AsyncSemaphore(permits: settings.limits.workingBytes), makers: makers)
    }
}
