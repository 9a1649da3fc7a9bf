/// A JPEG sheet as a number of columns and an ordered list of tiles.
///
/// At a restart marker a JPEG decoder resets its state: the bit position moves to a byte boundary, and the DC
/// predictions become zero. The bytes between two markers, a *segment*, therefore mean the same at any place, as long
/// as the tables and the number of MCUs between markers are the same. A tile here has restart markers at least at both
/// ends of each of its MCU rows, so it is a column of segments, and a sheet is the segments of its tiles, interleaved:
///
///     tile A   a0 a1 a2          header(2 x 1 cells)  a0 RST0 b0 RST1
///     tile B   b0 b1 b2    ->                         a1 RST2 b1 RST3
///                                                     a2 RST4 b2 EOI
///
/// Only two things in these bytes depend on the place: the size in the frame header, and the restart markers, which
/// count from 0 to 7 and around. ``encoded()`` writes both and copies everything else. So every operation is an edit of
/// a list: append, replace, insert, remove, keep some, change the columns. No coefficient is decoded, nothing is lost,
/// and the bytes are equal to those of assembling the same tiles. The edits are in `TiledSheet+Editing.swift`.
///
/// The empty cells of the last row show the filler, a real tile. A sheet is 65 500 pixels at most on each side, the
/// limit of libjpeg. Source: [ITU-T T.81, E.1.4 and F.1.1.5](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
public struct TiledSheet: Sendable {
    /// Cells in a row, 1 or more.
    public internal(set) var columns: Int
    /// The tiles in reading order, at least one, all of one format and cell size; without the filler.
    public internal(set) var tiles: [EncodedTile]
    /// The tile in the cells after the last one; nil where none was given and the Huffman tables cannot express a blank
    /// one.
    public let filler: EncodedTile?
    private let header: SheetHeader

    /// Cells from top to bottom, 1 or more; the last row has a tile at least in its first cell.
    public var rows: Int { (tiles.count - 1) / columns + 1 }
    /// Pixels of every cell.
    public var cellSize: PixelSize { tiles[0].cellSize }
    /// Pixels of the sheet, 1...65 500 on each side.
    public var size: PixelSize { PixelSize(width: columns * cellSize.width, height: rows * cellSize.height) }

    /// Makes a sheet of tiles. The header is that of the first tile; empty cells show the filler, by default mid-gray.
    ///
    /// - Throws: `incompatibleTile` naming the first difference from the first tile; `limitExceeded`; `outOfRange`
    ///   without a tile or a column.
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

    /// The sheet's bytes: the header with the sheet's size, the segments of all cells, restart markers in turn.
    ///
    /// O(bytes), which are copied once.
    public func encoded() -> [UInt8] {
        var cells = tiles
        if let filler { for _ in tiles.count..<(rows * columns) { cells.append(filler) } }
        return Interleaving(header: header, size: size, columns: columns, cells: cells).encoded()
    }
}
