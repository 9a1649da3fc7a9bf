import ImageHeaders
import ThumbnailFormats
import WebVTT

extension ImportedTiles {
    /// The thumbnails of a DASH manifest.
    ///
    /// Of several widths the widest is taken, unless the caller names one. The number of tiles follows from the film's
    /// length.
    ///
    /// - Parameter duration: The film's length where the manifest does not state it.
    /// - Throws: `malformed`, `unsupported` without thumbnails, `invalidSettings` where the film's length is needed,
    ///   `notFound`, `limitExceeded`.
    init(dash bytes: [UInt8], in folder: ImportFolder, width: Int?, duration: Timestamp?, name: String) throws {
        let (sets, stated) = try MosaicError.translating(name) { () throws(ThumbnailFormatError) in
            (try DASHThumbnails.list(parsing: bytes), try DASHManifest(parsing: bytes).duration)
        }
        let choices = sets.flatMap(\.representations).filter { width == nil || $0.tile.width == width }
        guard let chosen = choices.max(by: { $0.tile.width < $1.tile.width }) else {
            throw MosaicError(.unsupported, name, "The manifest has no thumbnails of this width.")
        }
        guard let end = duration ?? stated, end > .zero else {
            throw MosaicError(
                .invalidSettings, name, "The manifest does not state the film's length; --duration does.")
        }
        guard let grid = TileGrid(columns: chosen.columns, rows: chosen.rows) else {
            throw MosaicError(.malformed, name, "A grid of \(chosen.columns)x\(chosen.rows) tiles is impossible.")
        }
        let count = chosen.sheetCount(duration: end)
        guard count <= Self.mostTiles / grid.count else {
            throw MosaicError(.limitExceeded, name, "\(count) sheets of \(grid) tiles are more than are read.")
        }
        var sheets = ImportedSheets(folder: folder, document: name)
        var tiles: [Tile] = []
        for sheet in 0..<count {
            let added = try sheets.tiles(
                of: chosen.url(ofSheet: sheet), tile: chosen.tile, grid: grid, count: grid.count
            ) { chosen.start(ofTile: sheet * grid.count + $0) }
            tiles += added.filter { $0.time < end }
        }
        try self.init("DASH", pictures: sheets.pictures, tiles: tiles, duration: end, name: name)
    }
}
