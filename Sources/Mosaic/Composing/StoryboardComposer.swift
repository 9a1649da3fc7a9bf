public import Foundation
import MosaicSystem
package import Raster
import TiledJPEG

/// Composes screenshots into a storyboard.
///
/// Layout and pixels are separate: workers make the tiles, the layout computes their places from the times alone, and
/// the assembly joins both.
public struct StoryboardComposer: Sendable {
    /// The caller's settings.
    package let settings: CompositionSettings
    private let makers: TileMakerPool

    /// Creates a composer.
    public init(settings: CompositionSettings = CompositionSettings()) {
        self.init(settings: settings, makers: TileMakerPool())
    }

    /// Creates a composer for repeated compositions.
    ///
    /// - Parameter makers: The pool from which workers take their tile makers.
    package init(settings: CompositionSettings, makers: TileMakerPool) {
        self.settings = settings
        self.makers = makers
    }

    /// Starts a composition. The caller then reads its sheets one by one.
    ///
    /// - Parameters:
    ///   - request: The storyboard to compose.
    ///   - earlier: The previous publication. Its geometry is kept, and the tiles of unchanged screenshots are moved
    ///     from its sheets. Nil composes everything.
    ///   - widths: The previous publications of further widths; widths that the composition does not have are not read.
    ///   - pixels: Receives the pixels of new tiles if cells are larger than tiles; nil keeps none.
    ///   - progress: Called after each screenshot, from any thread.
    /// - Throws: `noScreenshots`, `invalidSettings`, `damaged`, errors of the screenshots' reader, `CancellationError`.
    package func sheets(
        of request: CompositionRequest, earlier: PublishedSheets? = nil, widths: [PublishedSheets] = [],
        pixels: KeptPixels? = nil, progress: @escaping @Sendable (CompositionProgress) -> Void = { _ in }
    ) async throws -> SheetStream {
        try settings.validate()
        try settings.checkSecret()
        let settled = try settings.settlingTables(after: earlier?.storyboard)
        return try await StoryboardComposer(settings: settled, makers: makers).settledSheets(
            of: request, earlier: earlier, widths: widths, pixels: pixels, progress: progress)
    }

    /// Starts a composition; the settings name the tables.
    private func settledSheets(
        of request: CompositionRequest, earlier: PublishedSheets?, widths: [PublishedSheets], pixels: KeptPixels?,
        progress: @escaping @Sendable (CompositionProgress) -> Void
    ) async throws -> SheetStream {
        let screenshots = request.listing.screenshots
        let arrived = screenshots.filter(\.hasArrived)
        guard !arrived.isEmpty else {
            throw MosaicError(.noScreenshots, request.id.rawValue, "There are no screenshots to compose.")
        }
        let reader = request.listing.reader
        let further = settings.furtherWidths(after: earlier?.storyboard)
        guard further.isEmpty || settings.encoding.format == .jpeg else { throw CompositionSettings.severalPNG }
        let published =
            [earlier] + further.map { width in widths.first { $0.storyboard.geometry.tile.width == width } }
        let choices = try await choices(
            for: arrived, from: reader, widths: [nil] + further, recorded: published.map { $0?.storyboard.geometry })
        try CompositionSettings.checkDistinct(choices.map(\.geometry.tile.width))
        let layouts = try choices.map { choice in
            try StoryboardLayout(
                times: screenshots.map(\.time), geometry: choice.geometry, duration: request.duration,
                startsAtZero: settings.track.startsAtZero)
        }
        let pixels = choices.contains(where: \.geometry.isPadded) ? pixels : nil
        let workers = workers(for: choices.map(\.geometry), reading: reader, keepingPixels: pixels != nil)
        let count = ProgressCount(total: screenshots.count, report: progress)
        let remarks = choices.compactMap(\.remark)
        switch settings.encoding.format {
        case .jpeg:
            var composed: [ComposedWidth] = []
            for (published, layout) in zip(published, layouts) {
                let reuse = await reusable(published, request.listing, layout, alike: composed.first?.reuse)
                composed.append(ComposedWidth(layout: layout, reuse: reuse))
            }
            let assembly = JPEGAssembly(screenshots, composed, by: workers, count, keeping: pixels)
            return SheetStream(request, settings, remarks, composed, assembly)
        case .png:
            let assembly = PNGAssembly(screenshots, layouts[0], by: workers, count)
            return SheetStream(request, settings, remarks, [ComposedWidth(layout: layouts[0], reuse: nil)], assembly)
        }
    }

    /// The reusable tiles of a width; nil if encoding or geometry differ from the earlier publication's.
    private func reusable(
        _ earlier: PublishedSheets?, _ listing: ScreenshotListing, _ layout: StoryboardLayout, alike: ReusableTiles?
    ) async -> ReusableTiles? {
        guard let earlier, earlier.storyboard.encoding == settings.encoding,
            earlier.storyboard.geometry == layout.geometry
        else { return nil }
        return await ReusableTiles(
            of: earlier, for: listing, layout: layout, verifiesContent: settings.verifiesContent, alike: alike)
    }

    /// The geometry of each width. Screenshots are examined once, and only if a geometry is not recorded.
    ///
    /// - Parameter widths: Nil stands for the storyboard itself, whose width the settings determine.
    private func choices(
        for screenshots: [Screenshot], from reader: any ScreenshotReader, widths: [Int?], recorded: [TileGeometry?]
    ) async throws -> [GeometryChoice.Outcome] {
        var majority: PixelSize?
        var choices: [GeometryChoice.Outcome] = []
        for (width, recorded) in zip(widths, recorded) {
            let choice = GeometryChoice(
                request: width.map { settings.geometry.at(width: $0) } ?? settings.geometry,
                mcu: settings.encoding.codec.cellUnit, reader: reader, workers: settings.workers)
            if let recorded {
                choices.append(try choice.keeping(recorded))
                continue
            }
            let size: PixelSize
            if let majority {
                size = majority
            } else {
                size = try await choice.majority(of: screenshots) { try await trial(of: $0, from: reader) }
            }
            majority = size
            choices.append(try choice.choosing(for: size))
        }
        return choices
    }

    /// Decodes screenshots to find the damaged ones. A tile of one MCU costs little more than reading and parsing the
    /// file.
    private func trial(of screenshots: [Screenshot], from reader: any ScreenshotReader) async throws -> [TileRecord] {
        let probe = PixelSize(width: 16, height: 16)
        let geometry = TileGeometry(tile: probe, cell: probe, grid: TileGrid.single)
        return try await workers(for: [geometry], reading: reader).records(for: screenshots)
    }

    /// - Parameter geometries: The geometry of the storyboard itself, then the geometries of further widths.
    private func workers(
        for geometries: [TileGeometry], reading reader: any ScreenshotReader, keepingPixels: Bool = false
    ) -> TileWorkers {
        var tile = TileSettings(
            tileSize: geometries[0].tile, cellSize: geometries[0].cell, codec: settings.encoding.codec,
            framing: settings.encoding.framing, background: settings.encoding.background, limits: settings.limits,
            acceptsDamaged: settings.acceptsDamaged)
        tile.keepsPixels = keepingPixels
        tile.further = geometries.dropFirst().map { TileSize(tile: $0.tile, cell: $0.cell) }
        return TileWorkers(
            reader: reader, settings: tile, workers: settings.workers,
            memory: AsyncSemaphore(permits: settings.limits.workingBytes), makers: makers)
    }
}

extension StoryboardComposer {
    /// Options for publishing a composition into a folder.
    public struct Publication: Sendable {
        /// Seconds for which sheets of earlier publications are kept; 0 deletes them at once.
        public var keepingOld = 24 * 60 * 60
        /// Whether the geometry is chosen again instead of kept.
        public var regrids = false
        /// The optional documents to write.
        package var documents: Set<PublishedDocument> = []
        /// The export formats to write in addition to the track; nil writes the formats of the earlier publication
        /// again.
        package var exports: ExportManifest.Request?
        /// URL of the film on the preview page, relative to the folder; nil for a page without the film.
        package var film: String?
        /// The source to store next to `mosaic.json`; nil keeps the stored source.
        package var source: RecordedSource?
        /// Receives the pixels of new tiles; nil keeps none.
        package var pixels: KeptPixels?
        /// Whether a preview page is written next to the track.
        public var writesPreview: Bool {
            get { documents.contains(.preview) }
            set { if newValue { documents.insert(.preview) } else { documents.remove(.preview) } }
        }

        /// Creates the default options: old sheets kept for a day, the recorded geometry, no preview page.
        public init() {}
    }

    /// Composes a storyboard into a folder; the previous publication stays complete until the new one is published.
    ///
    /// `progress` is called after each screenshot, from any thread.
    /// - Throws: `noScreenshots`, `invalidSettings`, `damaged`, `malformed` if the record in the folder cannot be read,
    ///   `refused`, `conflict`, `unavailable`, errors of the screenshots' reader, `CancellationError`.
    @discardableResult
    public func compose(
        _ request: CompositionRequest, into folder: StoryboardFolder, publication: Publication = Publication(),
        now: Date = Date(), progress: @escaping @Sendable (CompositionProgress) -> Void = { _ in }
    ) async throws -> Composition {
        do {
            let publisher = try folder.place
            let staged = try await publisher.stage(request, by: self, publication, now: now, progress: progress)
            try await publisher.publish(staged, now: now)
            return staged.composition
        } catch {
            folder.abandon()
            throw error
        }
    }
}
