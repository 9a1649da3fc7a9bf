package import Foundation
import Raster
import TiledJPEG

extension StoryboardPublisher {
    /// The result of moving a storyboard's tiles to another grid.
    package struct Relayout: Sendable {
        package let storyboard: Storyboard
        /// Whether the sheets already had the grid.
        package let isUnchanged: Bool
        /// The earliest retirement of an object that is not deleted yet; nil without such an object.
        package let retired: Date?
    }

    /// Publishes the tiles of the published storyboard on sheets with another grid. Tiles are moved without decoding.
    ///
    /// Further widths are published first. Until the track is written, readers see the earlier sheets. If a run is
    /// killed, the next run completes it.
    ///
    /// - Parameters:
    ///   - request: The grid and the maximum side of a sheet; its tile size is ignored. Without a grid, the largest
    ///     grid up to 5x5 that fits is chosen.
    ///   - keepingOld: Seconds for which sheets of earlier publications are kept; 0 deletes them at once.
    /// - Throws: `notFound` without a storyboard, `unsupported` for PNG sheets, `invalidSettings`, `malformed` if a
    ///   sheet is missing or damaged, errors of the store.
    package func relayout(_ request: GeometryRequest, keepingOld: Int, now: Date) async throws -> Relayout {
        guard let previous else {
            throw MosaicError(.notFound, folder?.rawValue ?? Storyboard.recordName, "There is no storyboard.")
        }
        let geometry = try previous.geometry(of: request)
        let widths = try await StoryboardSet.published(with: previous, in: store, folder).members.dropFirst()
        // Checks all widths before the first one is published.
        for width in widths { _ = try width.storyboard.geometry(of: request) }
        var isUnchanged = geometry == previous.geometry
        var retired: [Date] = []
        for width in widths {
            let relayout = try await publisher(of: width).relayout(request, keepingOld: keepingOld, now: now)
            isUnchanged = isUnchanged && relayout.isUnchanged
            if let earliest = relayout.retired { retired.append(earliest) }
        }
        let requested = try await requestedDocuments(of: previous)
        var staged: [StagedObject] = []
        do {
            var storyboard = previous
            if geometry != previous.geometry {
                var packing = SheetPacking(geometry: geometry)
                try await repack(previous, on: &packing) { staged.append($0) }
                storyboard = try previous.laidOut(in: geometry, on: packing.sheets)
            }
            let earliest = try await publish(
                storyboard, sheets: staged, requested: requested.documents, film: requested.film,
                keepingOld: keepingOld, now: now)
            return Relayout(
                storyboard: storyboard, isUnchanged: isUnchanged,
                retired: (retired + [earliest]).compactMap(\.self).min())
        } catch {
            await store.discard(staged)
            throw error
        }
    }

    /// The publisher of a further width; the storyboard's lock also covers this width.
    private func publisher(of width: StoryboardSet.Member) -> StoryboardPublisher {
        StoryboardPublisher(
            in: store, folder: width.folder.map { folder?.appending($0) ?? ObjectKey(part: $0) },
            previous: width.storyboard)
    }

    /// Moves all tiles to other sheets, and stages these sheets.
    private func repack(
        _ storyboard: Storyboard, on packing: inout SheetPacking, take: (StagedObject) -> Void
    ) async throws {
        let published = sheets(of: storyboard)
        for sheet in storyboard.sheets {
            try Task.checkCancellation()
            guard let tiles = await published.tiles(of: sheet) else {
                // Throws the error of the system, if there is one.
                _ = try await store.read(key(sheet.name), range: 0..<1)
                throw MosaicError(
                    .malformed, sheet.name.rawValue,
                    "The sheet is absent or not the one of the record; compose the storyboard again.")
            }
            for tile in tiles {
                guard let next = try packing.add(tile) else { continue }
                if let object = try await stage(next.sheet, bytes: next.bytes) { take(object) }
            }
        }
        if let last = try packing.finish(), let object = try await stage(last.sheet, bytes: last.bytes) { take(object) }
    }

    /// The optional documents that are published, and the film of the preview page.
    private func requestedDocuments(
        of storyboard: Storyboard
    ) async throws -> (documents: Set<PublishedDocument>, film: String?) {
        var requested: Set<PublishedDocument> = []
        var film: String?
        for document in publishedDocuments where document.writing != .always {
            guard let file = document.files.first else { continue }
            let limit = file.bytes(of: storyboard).count + (1 << 20)
            guard let status = try await store.status(of: key(file.name)), status.bytes <= limit,
                let bytes = try await store.read(key(file.name), limit: limit), file.isRecognized(bytes, of: storyboard)
            else { continue }
            requested.insert(document)
            if document == .preview { film = PreviewPage.film(of: bytes) }
        }
        return (requested, film)
    }
}

extension Storyboard {
    /// The geometry of these tiles with the grid of a request.
    ///
    /// - Throws: `unsupported` for PNG sheets, `invalidSettings`.
    func geometry(of request: GeometryRequest) throws -> TileGeometry {
        guard encoding.format == .jpeg else {
            throw MosaicError(
                .unsupported, id.rawValue, "Tiles of PNG sheets are not moved as bytes; compose with --regrid.")
        }
        var request = request
        request.tile = geometry.tile
        let grid = try request.geometry(for: geometry.tile, mcu: encoding.codec.cellUnit).grid
        return TileGeometry(tile: geometry.tile, cell: geometry.cell, grid: grid)
    }

    /// The storyboard with its tiles on other sheets.
    ///
    /// - Throws: `invalidSettings` if the film ends before its last tile.
    func laidOut(in geometry: TileGeometry, on sheets: [Sheet]) throws -> Storyboard {
        let layout = try StoryboardLayout(
            times: tiles.map(\.time), geometry: geometry, duration: duration, startsAtZero: track.startsAtZero)
        let moved = zip(tiles, layout.placements).map { tile, place in
            Tile(
                time: tile.time, start: tile.start, end: tile.end, sheet: place.sheet, rect: place.rect,
                chapter: tile.chapter, title: tile.title, state: tile.state, reason: tile.reason,
                frameTime: tile.frameTime, source: tile.source)
        }
        return Storyboard(
            id: id, title: title, duration: duration, encoding: encoding, geometry: geometry, track: track,
            sheets: sheets, tiles: moved, skipped: skipped, widths: widths)
    }
}

/// Assembles tiles into sheets, in order and without decoding or encoding.
///
/// Keeps at most the tiles of one sheet in memory, with the sheets from which they are cut.
struct SheetPacking {
    /// A sheet and its bytes.
    typealias Packed = (sheet: Sheet, bytes: [UInt8])

    let geometry: TileGeometry
    /// The finished sheets.
    private(set) var sheets: [Sheet] = []
    private var waiting: [EncodedTile] = []

    init(geometry: TileGeometry) { self.geometry = geometry }

    /// Adds a tile; returns the sheet if the tile completes it, otherwise nil.
    ///
    /// - Throws: `TiledJPEGError` if the tile cannot share a sheet with the previous one.
    mutating func add(_ tile: EncodedTile) throws -> Packed? {
        waiting.append(tile)
        return waiting.count == geometry.grid.count ? try pack() : nil
    }

    /// The last sheet; nil if all tiles are on sheets.
    ///
    /// - Throws: `TiledJPEGError` if its empty cells cannot be filled.
    mutating func finish() throws -> Packed? { waiting.isEmpty ? nil : try pack() }

    private mutating func pack() throws -> Packed {
        let bytes = try TiledSheet(assembling: waiting, columns: geometry.grid.columns).encoded()
        let hash = ContentHash(of: bytes)
        let sheet = Sheet(
            name: SheetName(number: sheets.count, hash: hash, format: .jpeg),
            size: geometry.sheetSize(tiles: waiting.count), tiles: waiting.count, bytes: bytes.count, sha256: hash)
        sheets.append(sheet)
        waiting = []
        return (sheet, bytes)
    }
}
