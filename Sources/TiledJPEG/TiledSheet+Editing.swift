extension TiledSheet {
    /// Adds a tile after the last one.
    ///
    /// - Throws: `incompatibleTile` naming the first difference, `limitExceeded`; the sheet is unchanged then.
    public mutating func append(_ tile: EncodedTile) throws(TiledJPEGError) {
        try insert(tile, at: tiles.count)
    }

    /// Inserts a tile before the one at `position`, or after the last one where `position` is the number of tiles.
    ///
    /// - Throws: `incompatibleTile`, `limitExceeded`, `outOfRange`; the sheet is unchanged then.
    public mutating func insert(_ tile: EncodedTile, at position: Int) throws(TiledJPEGError) {
        try checkPosition(position, in: 0..<tiles.count + 1)
        try checkFit(of: tile, named: "new tile")
        try checkGrid(count: tiles.count + 1, columns: columns)
        tiles.insert(tile, at: position)
    }

    /// Puts a tile in the place of another.
    /// Replaces a tile.
    /// - Throws: `incompatibleTile`, `outOfRange`; the sheet is unchanged then.
    public mutating func replace(at position: Int, with tile: EncodedTile) throws(TiledJPEGError) {
        try checkPosition(position, in: tiles.indices)
        try checkFit(of: tile, named: "new tile")
        tiles[position] = tile
    }

    /// Removes a tile; later tiles move up.
    ///
    /// - Throws: `outOfRange`, for the only tile, too; the sheet is unchanged then.
    public mutating func remove(at position: Int) throws(TiledJPEGError) {
        try checkPosition(position, in: tiles.indices)
        try checkGrid(count: tiles.count - 1, columns: columns)
        tiles.remove(at: position)
    }

    /// Thins the sheet: keeps the tiles at `positions`, in the order given.
    ///
    /// - Throws: `outOfRange` for a position that does not exist or for no positions at all, `limitExceeded`; the sheet
    ///   is unchanged then.
    public mutating func keep(_ positions: [Int]) throws(TiledJPEGError) {
        for position in positions { try checkPosition(position, in: tiles.indices) }
        try checkGrid(count: positions.count, columns: columns)
        tiles = positions.map { tiles[$0] }
    }

    /// Lays the same tiles out in another number of columns.
    ///
    /// - Throws: `limitExceeded`, `outOfRange`; the sheet is unchanged then.
    public mutating func regrid(columns: Int) throws(TiledJPEGError) {
        try checkGrid(count: tiles.count, columns: columns)
        self.columns = columns
    }

    /// Where the visible pixels of the tile at `position` lie in the sheet.
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
