/// A JPEG sheet as a number of columns and an ordered list of tiles.
///
/// At a restart marker a JPEG decoder resets its state: the bit position moves to a byte boundary, and the DC
/// predictions become zero. The bytes between two markers, a *segment*, therefore mean the same at any place, as long
/// as the tables and the number of MCUs between markers are the same. A tile has restart markers at least at both ends
/// of each of its MCU rows, so it is a column of segments. A sheet is the interleaved segments of its tiles:
///
///     tile A   a0 a1 a2          header(2 x 1 cells)  a0 RST0 b0 RST1
///     tile B   b0 b1 b2    ->                         a1 RST2 b1 RST3
///                                                     a2 RST4 b2 EOI
///
/// Only two values in these bytes depend on the place: the size in the frame header, and the restart markers, which
/// count from 0 to 7 repeatedly. ``encoded()`` writes both and copies everything else. So every operation is an edit of
/// a list: append, replace, insert, remove, keep some, change the columns. No coefficient is decoded, nothing is lost,
/// and the bytes are equal to a new sheet of the same tiles.
///
/// The empty cells of the last row contain the filler, a complete tile. A sheet has at most 65 500 pixels a side, the
/// limit of libjpeg. Source: [ITU-T T.81, E.1.4 and F.1.1.5](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
public struct TiledSheet: Sendable {
    /// Cells in a row, 1 or more.
    public internal(set) var columns: Int
    /// The tiles in reading order, at least one, all of one format and cell size; without the filler.
    public internal(set) var tiles: [EncodedTile]
    /// The tile in the empty cells; nil if no filler was given and the Huffman tables cannot express a blank tile.
    public let filler: EncodedTile?
    private let header: SheetHeader

    /// Cells from top to bottom, 1 or more; the last row has a tile at least in its first cell.
    public var rows: Int { (tiles.count - 1) / columns + 1 }
    /// Size of every cell, in pixels.
    public var cellSize: PixelSize { tiles[0].cellSize }
    /// Size of the sheet in pixels, 1...65 500 a side.
    public var size: PixelSize { PixelSize(width: columns * cellSize.width, height: rows * cellSize.height) }

    /// Creates a sheet of tiles with the header of the first tile. Empty cells contain the filler, by default mid-gray.
    ///
    /// - Throws: `incompatibleTile` with the first difference from the first tile, or if empty cells have no filler;
    ///   `limitExceeded`; `outOfRange` without a tile or a column.
    public init(
        assembling tiles: [EncodedTile], columns: Int, filler: EncodedTile? = nil
    ) throws(TiledJPEGError) {
        guard let first = tiles.first else {
            throw TiledJPEGError(.outOfRange, "tiles", "A sheet of 0 tiles is not possible.")
        }
        header = first.grid.header
        self.tiles = tiles
        self.columns = columns
        self.filler = filler ?? EncodedTile(blankLike: first)
        for (position, tile) in tiles.enumerated() { try checkFit(of: tile, named: "tile \(position)") }
        if let filler { try checkFit(of: filler, named: "filler") }
        try checkGrid(count: tiles.count, columns: columns)
    }

    /// The sheet's bytes: the header with the sheet's size, and the segments of all cells with restart markers between
    /// them.
    ///
    /// O(bytes), which are copied once.
    public func encoded() -> [UInt8] {
        var cells = tiles
        if let filler { for _ in tiles.count..<(rows * columns) { cells.append(filler) } }
        return Interleaving(header: header, size: size, columns: columns, cells: cells).encoded()
    }
}

extension TiledSheet {
    /// Maximum side of a picture that libjpeg reads or writes, in pixels (its `JPEG_MAX_DIMENSION`).
    static let maximumSide = 65_500

    /// Refuses a tile that might not decode to the same pixels under this sheet's header.
    func checkFit(of tile: EncodedTile, named name: @autoclosure () -> String) throws(TiledJPEGError) {
        guard let difference = tile.firstDifference(from: tiles[0]) else { return }
        throw TiledJPEGError(.incompatibleTile, name(), "Its \(difference).")
    }

    func checkPosition(_ position: Int, in positions: Range<Int>) throws(TiledJPEGError) {
        guard positions.contains(position) else {
            throw TiledJPEGError(
                .outOfRange, "position \(position)", "The sheet has the positions 0 to \(positions.upperBound - 1).")
        }
    }

    /// Refuses a grid that has no cells, that is larger than a JPEG can be, or whose last row cannot be filled up.
    func checkGrid(count: Int, columns: Int) throws(TiledJPEGError) {
        guard count >= 1 else { throw TiledJPEGError(.outOfRange, "tiles", "A sheet of 0 tiles is not possible.") }
        guard columns >= 1 else {
            throw TiledJPEGError(.outOfRange, "columns", "A sheet of \(columns) columns is not possible.")
        }
        let cell = cellSize
        let rows = (count - 1) / columns + 1
        guard columns <= Self.maximumSide / cell.width, rows <= Self.maximumSide / cell.height else {
            throw TiledJPEGError(
                .limitExceeded, "sheet",
                "\(columns) by \(rows) cells of \(cell) pixels exceed \(Self.maximumSide) pixels on a side.")
        }
        guard filler != nil || count.isMultiple(of: columns) else {
            throw TiledJPEGError(
                .incompatibleTile, "filler",
                "\(columns) by \(rows) cells are more than \(count) tiles, and the Huffman tables have no code for a "
                    + "blank one.")
        }
    }
}

extension TiledSheet {
    /// Parses a sheet; its header is kept with all of its segments and tables.
    ///
    /// The caller states the size of a cell, because the bytes do not. If a sheet was trimmed to less than whole cells,
    /// its size is rounded up to whole cells when it is written. O(bytes); no byte is copied.
    ///
    /// - Parameters:
    ///   - bytes: A JPEG; bytes after its end are ignored.
    ///   - cellSize: Size of a cell in pixels: whole restart intervals wide, whole MCUs high.
    ///   - tileSize: Size of the visible part of a cell in pixels, from its top left corner; nil for the whole cell.
    ///   - count: The number of cells with tiles, in reading order; nil for all cells. The next cell is the filler.
    /// - Throws: `notTiled`, `malformed`; `misaligned` if the cells do not match the restart intervals or do not fill
    ///   the sheet; `outOfRange` for a count or a tile size that does not fit; `limitExceeded`.
    public init(
        parsing bytes: [UInt8], cellSize: PixelSize, tileSize: PixelSize? = nil, count: Int? = nil
    ) throws(TiledJPEGError) {
        let grid = try RestartGrid(parsing: bytes)
        let cells = try grid.cells(of: cellSize, showing: tileSize ?? cellSize)
        let columns = grid.columns * grid.format.intervalSize.width / cellSize.width
        let count = count ?? cells.count
        guard (1...cells.count).contains(count) else {
            throw TiledJPEGError(.outOfRange, "count", "The sheet has 1 to \(cells.count) tiles, not \(count).")
        }
        try self.init(
            assembling: Array(cells[..<count]), columns: columns, filler: count < cells.count ? cells[count] : nil)
    }
}

extension RestartGrid {
    /// All cells of a sheet in reading order.
    fileprivate func cells(of cell: PixelSize, showing visible: PixelSize) throws(TiledJPEGError) -> [EncodedTile] {
        let interval = format.intervalSize
        let mcu = format.mcuSize
        guard cell.width >= 1, cell.height >= 1, cell.width.isMultiple(of: interval.width),
            cell.height.isMultiple(of: interval.height)
        else {
            throw TiledJPEGError(
                .misaligned, "cell", "\(cell) is not a multiple of \(interval), the size of a restart interval.")
        }
        guard visible.width > cell.width - mcu.width, visible.width <= cell.width,
            visible.height > cell.height - mcu.height, visible.height <= cell.height
        else {
            throw TiledJPEGError(
                .outOfRange, "tile", "\(visible) pixels do not take the MCUs of \(mcu) that a cell of \(cell) has.")
        }
        let across = cell.width / interval.width
        let down = cell.height / interval.height
        guard columns.isMultiple(of: across), rows.isMultiple(of: down) else {
            throw TiledJPEGError(
                .misaligned, "cell", "A sheet of \(size) pixels is not a whole number of cells of \(cell).")
        }
        var cells: [EncodedTile] = []
        cells.reserveCapacity(columns / across * (rows / down))
        for row in stride(from: 0, to: rows, by: down) {
            for column in stride(from: 0, to: columns, by: across) {
                cells.append(
                    EncodedTile(
                        unchecked: visible, in: self, column: column, row: row, columns: across, rows: down))
            }
        }
        return cells
    }
}

extension TiledSheet {
    /// Adds a tile after the last one.
    ///
    /// - Throws: `incompatibleTile` with the first difference, or if empty cells have no filler; `limitExceeded`; the
    ///   sheet is unchanged then.
    public mutating func append(_ tile: EncodedTile) throws(TiledJPEGError) {
        try insert(tile, at: tiles.count)
    }

    /// Inserts a tile before the one at `position`, or after the last one if `position` is the number of tiles.
    ///
    /// - Throws: `incompatibleTile`, `limitExceeded`, `outOfRange`; the sheet is unchanged then.
    public mutating func insert(_ tile: EncodedTile, at position: Int) throws(TiledJPEGError) {
        try checkPosition(position, in: 0..<tiles.count + 1)
        try checkFit(of: tile, named: "new tile")
        try checkGrid(count: tiles.count + 1, columns: columns)
        tiles.insert(tile, at: position)
    }

    /// Replaces the tile at `position`.
    ///
    /// - Throws: `incompatibleTile`, `outOfRange`; the sheet is unchanged then.
    public mutating func replace(at position: Int, with tile: EncodedTile) throws(TiledJPEGError) {
        try checkPosition(position, in: tiles.indices)
        try checkFit(of: tile, named: "new tile")
        tiles[position] = tile
    }

    /// Removes a tile; later tiles move up.
    ///
    /// - Throws: `outOfRange`, also for the only tile; `incompatibleTile` if empty cells have no filler; the sheet is
    ///   unchanged then.
    public mutating func remove(at position: Int) throws(TiledJPEGError) {
        try checkPosition(position, in: tiles.indices)
        try checkGrid(count: tiles.count - 1, columns: columns)
        tiles.remove(at: position)
    }

    /// Thins the sheet: keeps the tiles at `positions`, in the order given.
    ///
    /// - Throws: `outOfRange` for a position that does not exist or without positions; `incompatibleTile` if empty
    ///   cells have no filler; `limitExceeded`; the sheet is unchanged then.
    public mutating func keep(_ positions: [Int]) throws(TiledJPEGError) {
        for position in positions { try checkPosition(position, in: tiles.indices) }
        try checkGrid(count: positions.count, columns: columns)
        tiles = positions.map { tiles[$0] }
    }

    /// Arranges the same tiles in another number of columns.
    ///
    /// - Throws: `limitExceeded`, `outOfRange`, `incompatibleTile` if empty cells have no filler; the sheet is
    ///   unchanged then.
    public mutating func regrid(columns: Int) throws(TiledJPEGError) {
        try checkGrid(count: tiles.count, columns: columns)
        self.columns = columns
    }

    /// The rectangle of the tile at `position` in the sheet: its visible pixels.
    ///
    /// - Throws: `outOfRange`.
    public func rect(at position: Int) throws(TiledJPEGError) -> PixelRect {
        try checkPosition(position, in: tiles.indices)
        let visible = tiles[position].size
        return PixelRect(
            x: position % columns * cellSize.width, y: position / columns * cellSize.height, width: visible.width,
            height: visible.height)
    }
}
