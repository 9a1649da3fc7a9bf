extension TiledSheet {
    /// Parses a sheet; its header is kept with all of its segments and tables.
    ///
    /// The caller states the size of a cell, because the bytes do not. A sheet that was trimmed to less than whole
    /// cells counts as whole cells, and its size is rounded up to them when it is written. O(bytes), none of them
    /// copied.
    ///
    /// - Parameters:
    ///   - bytes: A JPEG; bytes after its end are ignored.
    ///   - cellSize: Pixels of a cell: whole restart intervals wide, whole MCUs high.
    ///   - tileSize: The visible pixels of a cell, from its top left corner; all of them where nil.
    ///   - count: How many cells, in reading order, hold tiles; all of them where nil. The next one is the filler.
    /// - Throws: `notTiled`, `malformed`; `misaligned` where the cells do not match the restart intervals or do not
    ///   fill the sheet; `outOfRange` for a count or a tile size that does not fit; `limitExceeded`.
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
