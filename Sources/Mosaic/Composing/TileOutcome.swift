import Raster

/// What one screenshot came to: a tile, and what there is to say about it.
struct TileOutcome: Sendable {
    /// Nil where a placeholder has to stand in.
    let tile: MadeTile?
    let record: TileRecord
}

/// What is left of an outcome once its pixels are on a sheet.
struct TileRecord: Sendable {
    let source: Tile.Source
    let state: Tile.State
    /// One sentence on what is wrong with the screenshot.
    let reason: String?
    /// How the screenshot was decoded; nil where it was not.
    let decoding: MadeTile.Decoding?
}

extension MosaicError {
    /// Says of a screenshot why it cannot be used, and how many others cannot.
    init(unusable name: String, because reason: String, count: Int, of total: Int) {
        let extent = total == 1 ? "It is the only screenshot." : "\(count) of \(total) screenshots cannot be used."
        self.init(.damaged, name, "\(reason) \(extent)")
    }
}
