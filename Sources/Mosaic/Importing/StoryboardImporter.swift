package import Foundation
import Raster
import TiledJPEG

/// Publishes imported tiles as a storyboard.
///
/// If all tiles can be moved, they are moved without decoding. Otherwise all are decoded and composed like screenshots.
/// A sheet is decoded once if its tiles follow each other.
package struct StoryboardImporter: Sendable {
    /// The result of an import.
    package struct Result: Sendable {
        package let storyboard: Storyboard
        /// Whether all tiles were moved as bytes; otherwise all were encoded.
        package let isMoved: Bool
        /// Tiles with a fault in their picture, in order of time.
        package let remarkable: [Tile]
        package let remarks: [String]
    }

    private var settings: CompositionSettings
    private let encodesAll: Bool

    /// - Parameters:
    ///   - settings: Settings of tiles that are encoded. Without a tile size and a width, tiles keep their size.
    ///   - encodesAll: Whether to encode all tiles instead of moving them.
    package init(settings: CompositionSettings, encodesAll: Bool) {
        self.settings = settings
        self.encodesAll = encodesAll
    }

    /// Imports tiles into a folder; an earlier storyboard there stays complete until the new one is published.
    ///
    /// - Throws: `damaged` if no picture can be decoded, `malformed` if a sheet differs from its record,
    ///   `limitExceeded`; otherwise as ``StoryboardComposer/compose(_:into:publication:now:progress:)``.
    package func publish(
        _ imported: ImportedTiles, as id: StoryboardID, title: String?, into folder: StoryboardFolder,
        _ publication: StoryboardComposer.Publication, now: Date = Date(),
        progress: @escaping @Sendable (CompositionProgress) -> Void = { _ in }
    ) async throws -> Result {
        try settings.validate()
        do {
            var imported = imported
            try imported.removeEmptyCells(settings.limits)
            let title = title ?? imported.title
            let publisher = try folder.place
            if let storyboard = try await move(imported, as: id, title: title, by: publisher, publication, now: now) {
                return Result(storyboard: storyboard, isMoved: true, remarkable: [], remarks: imported.remarks)
            }
            let composition = try await compose(
                imported, as: id, title: title, into: folder, publication, now: now, progress: progress)
            return Result(
                storyboard: composition.storyboard, isMoved: false, remarkable: composition.remarkable,
                remarks: imported.remarks + composition.remarks)
        } catch {
            folder.abandon()
            throw error
        }
    }

    // MARK: - Moving

    /// Publishes the tiles without decoding them. Returns nil and publishes nothing if a tile cannot be moved, or if
    /// the settings require other tiles.
    private func move(
        _ imported: ImportedTiles, as id: StoryboardID, title: String?, by publisher: StoryboardPublisher,
        _ publication: StoryboardComposer.Publication, now: Date
    ) async throws -> Storyboard? {
        // Further widths need decoded pixels.
        guard !encodesAll, settings.encoding.format == .jpeg, settings.furtherWidths?.isEmpty != false else {
            return nil
        }
        var movable = MovableTiles(imported, limit: settings.limits.fileBytes)
        guard let first = try movable.tile(0), let encoding = movable.encoding,
            isWanted(first.size), settings.encoding.tables.map({ $0 == encoding.tables }) != false
        else { return nil }
        var request = settings.geometry
        request.tile = first.size
        request.width = nil
        request.grid = grid(of: request, for: imported, first.size, mcu: encoding.codec.cellUnit)
        let geometry = try request.geometry(for: first.size, mcu: encoding.codec.cellUnit)
        guard geometry.tile == first.size else { return nil }
        var packing = SheetPacking(geometry: geometry)
        var staged: [StagedObject] = []
        do {
            for position in imported.tiles.indices {
                try Task.checkCancellation()
                guard let tile = try movable.tile(position) else {
                    await publisher.store.discard(staged)
                    return nil
                }
                guard let next = try packing.add(tile) else { continue }
                if let object = try await publisher.stage(next.sheet, bytes: next.bytes) { staged.append(object) }
            }
            if let last = try packing.finish(), let object = try await publisher.stage(last.sheet, bytes: last.bytes) {
                staged.append(object)
            }
            let storyboard = try storyboard(imported, id, title, encoding, geometry, packing.sheets)
            try await publisher.publish(
                storyboard, sheets: staged, requested: publication.documents, source: publication.source,
                keepingOld: publication.keepingOld, now: now)
            return storyboard
        } catch {
            await publisher.store.discard(staged)
            throw error
        }
    }

    /// The requested grid; nil if it describes the imported sheets and does not fit the new ones.
    private func grid(
        of request: GeometryRequest, for imported: ImportedTiles, _ tile: PixelSize, mcu: PixelSize
    ) -> TileGrid? {
        guard imported.isGridTold, (try? request.geometry(for: tile, mcu: mcu)) == nil else { return request.grid }
        return nil
    }

    /// Whether the settings accept tiles of this size.
    private func isWanted(_ tile: PixelSize) -> Bool {
        (settings.geometry.tile ?? tile) == tile && (settings.geometry.width ?? tile.width) == tile.width
    }

    private func storyboard(
        _ imported: ImportedTiles, _ id: StoryboardID, _ title: String?, _ encoding: TileEncoding,
        _ geometry: TileGeometry, _ sheets: [Sheet]
    ) throws -> Storyboard {
        let layout = try StoryboardLayout(
            times: imported.tiles.map(\.time), geometry: geometry, duration: imported.duration,
            startsAtZero: settings.track.startsAtZero)
        let tiles = zip(imported.tiles, layout.placements).map { tile, placement in
            let name = imported.name(of: tile)
            return Tile(
                screenshot: Screenshot(name: name, time: tile.time, chapter: tile.chapter, title: tile.title),
                placement: placement,
                record: TileRecord(source: Tile.Source(imported: name, nil), state: .ok, reason: nil, decoding: nil))
        }
        return Storyboard(
            id: id, title: title, duration: imported.duration, encoding: encoding, geometry: geometry,
            track: settings.track, sheets: sheets, tiles: tiles, skipped: [])
    }

    // MARK: - Encoding

    private func compose(
        _ imported: ImportedTiles, as id: StoryboardID, title: String?, into folder: StoryboardFolder,
        _ publication: StoryboardComposer.Publication, now: Date,
        progress: @escaping @Sendable (CompositionProgress) -> Void
    ) async throws -> Composition {
        let reader = ImportedReader(tiles: imported)
        let listing = try await reader.list()
        var settings = settings
        if settings.geometry.tile == nil, settings.geometry.width == nil {
            let sizes = await reader.sizes(of: listing.screenshots, lanes: settings.workers).compactMap(\.self)
            settings.geometry.tile = AspectMajority.size(among: sizes)
        }
        if let tile = imported.tiles.first?.rect?.size {
            settings.geometry.grid = grid(
                of: settings.geometry, for: imported, tile, mcu: settings.encoding.codec.cellUnit)
        }
        var publication = publication
        // The names of tiles do not show whether the files have changed since an earlier import.
        publication.regrids = true
        return try await StoryboardComposer(settings: settings).compose(
            CompositionRequest(id: id, title: title, listing: listing, duration: imported.duration), into: folder,
            publication: publication, now: now, progress: progress)
    }
}
