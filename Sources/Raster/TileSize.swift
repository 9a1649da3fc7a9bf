package import TiledJPEG

/// A size in which a screenshot is made a tile.
package struct TileSize: Hashable, Sendable {
    /// The visible rectangle, in pixels.
    package var tile: PixelSize
    /// The slot on the sheet: for JPEG the tile rounded up to whole MCUs, for PNG no smaller than the tile.
    package var cell: PixelSize

    package init(tile: PixelSize, cell: PixelSize) {
        self.tile = tile
        self.cell = cell
    }
}
