extension TiledSheet {
    /// Pixels on a side, the most that libjpeg reads or writes (its `JPEG_MAX_DIMENSION`).
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
