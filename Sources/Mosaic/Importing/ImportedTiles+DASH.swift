import PlayerFormats
import TiledJPEG
import WebVTT

extension ImportedTiles {
    /// Reads the thumbnails of a DASH manifest.
    ///
    /// If there are several widths, takes the widest of each Period, unless the caller sets one. The number of tiles
    /// follows from the length of the film or the Period.
    ///
    /// - Parameter duration: The film's length; nil takes it from the manifest.
    /// - Throws: `malformed`, `unsupported` for a dynamic manifest and without thumbnails, `invalidSettings` if the
    ///   length of the film or of a Period is missing, `noScreenshots`, `notFound`, `limitExceeded`, `unavailable`.
    init(dash bytes: [UInt8], in folder: ImportFolder, width: Int?, duration: Timestamp?, name: String) throws {
        let (manifest, found) = try MosaicError.translatingFormat(name) { () throws(ThumbnailFormatError) in
            let manifest = try DASHManifest(parsing: bytes)
            return (manifest, try manifest.representations)
        }
        guard !manifest.isDynamic else {
            throw MosaicError(.unsupported, name, "The manifest is dynamic; only static ones are read.")
        }
        let choices = found.filter { width == nil || $0.sheets.tile.width == width }
        guard !choices.isEmpty else {
            throw MosaicError(.unsupported, name, "The manifest has no thumbnails of this width.")
        }
        guard let end = duration ?? manifest.duration ?? manifest.periods.last?.end, end > .zero else {
            throw MosaicError(
                .invalidSettings, name, "The manifest does not state the film's length; --duration does.")
        }
        var sheets = ImportedSheets(folder: folder, document: name)
        var tiles: [Tile] = []
        var bare = 0
        for (number, period) in manifest.periods.enumerated() {
            let widths = choices.lazy.filter { $0.period == number }.map(\.sheets)
            guard let chosen = widths.max(by: { $0.tile.width < $1.tile.width }) else {
                bare += 1
                continue
            }
            let isLast = number == manifest.periods.count - 1
            guard let start = period.start, let stop = isLast ? end : period.end else {
                throw MosaicError(
                    .invalidSettings, name, "The manifest does not state the length of Period \(number + 1).")
            }
            tiles += try sheets.tiles(of: chosen, from: start, to: stop, atMost: Self.mostTiles - tiles.count)
        }
        try self.init("DASH", pictures: sheets.pictures, tiles: tiles, duration: end, name: name)
        if bare > 0 {
            remarks.append(
                "\(name): \(bare) of \(manifest.periods.count) Periods without thumbnails; the tile before stays.")
        }
    }
}

extension DASHManifest {
    /// The thumbnails of all Periods.
    fileprivate var representations: [(period: Int, sheets: DASHThumbnails.Representation)] {
        get throws(ThumbnailFormatError) {
            try images.map { images throws(ThumbnailFormatError) in
                (images.period, try DASHThumbnails.Representation(images))
            }
        }
    }
}

extension ImportedSheets {
    /// The tiles of one Period.
    ///
    /// - Throws: as ``sheet(_:)``; `limitExceeded`.
    fileprivate mutating func tiles(
        of thumbnails: DASHThumbnails.Representation, from start: Timestamp, to stop: Timestamp, atMost limit: Int
    ) throws -> [ImportedTiles.Tile] {
        guard let grid = TileGrid(columns: thumbnails.columns, rows: thumbnails.rows) else {
            throw MosaicError(
                .malformed, document, "A grid of \(thumbnails.columns)x\(thumbnails.rows) tiles is impossible.")
        }
        let length = Timestamp(milliseconds: max(0, stop.milliseconds - start.milliseconds))
        let count = thumbnails.sheetCount(duration: length)
        guard count <= limit / grid.count else {
            throw MosaicError(.limitExceeded, document, "\(count) sheets of \(grid) tiles are more than are read.")
        }
        var tiles: [ImportedTiles.Tile] = []
        for sheet in 0..<count {
            tiles += try self.tiles(
                of: thumbnails.url(ofSheet: sheet), tile: thumbnails.tile, grid: grid, count: grid.count
            ) { thumbnails.start(ofTile: sheet * grid.count + $0) }.filter { $0.time < length }
        }
        for position in tiles.indices {
            tiles[position].time = Timestamp(
                milliseconds: start.milliseconds + tiles[position].time.milliseconds)
        }
        return tiles
    }
}
