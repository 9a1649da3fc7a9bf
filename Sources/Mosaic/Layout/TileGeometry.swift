public import TiledJPEG

/// The sizes that every sheet of a storyboard shares: tile, cell and grid.
///
/// Chosen at the first composition, recorded in `mosaic.json` and kept later, so that a growing storyboard has the same
/// bytes for any order of arrival.
public struct TileGeometry: Hashable, Sendable, Encodable {
    /// The visible rectangle of a tile, in pixels.
    public let tile: PixelSize
    /// The slot that holds it: the tile rounded up to whole MCUs.
    package let cell: PixelSize
    /// Cells of a full sheet.
    public let grid: TileGrid

    init(tile: PixelSize, cell: PixelSize, grid: TileGrid) {
        self.tile = tile
        self.cell = cell
        self.grid = grid
    }

    /// Whether cells are larger than tiles.
    package var isPadded: Bool { tile != cell }

    /// The size of a sheet with `count` tiles: the full width, and only as many rows as are needed.
    package func sheetSize(tiles count: Int) -> PixelSize {
        let rows = (count + grid.columns - 1) / grid.columns
        return PixelSize(width: grid.columns * cell.width, height: rows * cell.height)
    }
}
