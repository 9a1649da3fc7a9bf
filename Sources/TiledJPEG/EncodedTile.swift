/// One encoded thumbnail: a window of whole restart intervals onto the bytes of a picture.
///
/// Copying or moving a tile copies no entropy-coded byte. A tile keeps the bytes of its whole source picture alive;
/// ``encoded()`` makes a separate JPEG.
public struct EncodedTile: Sendable {
    /// Pixels that are meant to be seen.
    public let size: PixelSize
    let grid: RestartGrid
    /// Position in the grid, in intervals and MCU rows.
    let column: Int
    let row: Int
    /// Extent in the grid, in intervals and MCU rows.
    let columns: Int
    let rows: Int

    /// The format that all tiles of a sheet share.
    public var format: TileFormat { grid.format }

    /// Pixels of the slot that the tile fills in a sheet: `size` rounded up to whole MCUs.
    public var cellSize: PixelSize {
        let interval = grid.format.intervalSize
        return PixelSize(width: columns * interval.width, height: rows * interval.height)
    }

    /// Takes a stand-alone JPEG as one tile.
    ///
    /// - Throws: `notTiled`, `malformed`; see ``RestartGrid/init(parsing:)``.
    public init(parsing bytes: [UInt8]) throws(TiledJPEGError) {
        let grid = try RestartGrid(parsing: bytes)
        self.init(unchecked: grid.size, in: grid, column: 0, row: 0, columns: grid.columns, rows: grid.rows)
    }

    /// The caller promises that the window lies within the grid.
    init(unchecked size: PixelSize, in grid: RestartGrid, column: Int, row: Int, columns: Int, rows: Int) {
        self.size = size
        self.grid = grid
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
    }

    /// The tile as a JPEG of its visible size, with the header of the picture that it was cut from.
    ///
    /// O(bytes of the tile).
    public func encoded() -> [UInt8] {
        Interleaving(header: grid.header, size: size, columns: 1, cells: [self]).encoded()
    }

    /// The first thing that keeps this tile from sharing a sheet with `other`; nil where nothing does.
    public func firstDifference(from other: EncodedTile) -> String? {
        guard cellSize == other.cellSize else { return "cell is \(cellSize), not \(other.cellSize)" }
        if grid === other.grid || grid.header.isEqualApartFromSize(to: other.grid.header) { return nil }
        return format.firstDifference(from: other.format)
    }
}
