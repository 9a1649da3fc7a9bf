public import TiledJPEG

/// The sizes that every sheet of a storyboard shares: tile, cell and grid.
///
/// Chosen at the first composition, recorded in `mosaic.json` and kept later, so that a growing storyboard has the same
/// bytes for any order of arrival.
public struct TileGeometry: Hashable, Sendable, Encodable {
    /// The visible rectangle of a tile, in pixels.
    public let tile: PixelSize
    /// The area reserved for a tile, in pixels: the tile rounded up to whole MCUs.
    package let cell: PixelSize
    /// Grid of a full sheet.
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

/// The grid of cells of a sheet: `columns` from left to right, `rows` from top to bottom.
public struct TileGrid: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Cells in a row, 1...65 535.
    public let columns: Int
    /// Cells in a column, 1...65 535.
    public let rows: Int

    /// Creates a grid; nil if a count is out of range.
    public init?(columns: Int, rows: Int) {
        guard (1...65_535).contains(columns), (1...65_535).contains(rows) else { return nil }
        self.columns = columns
        self.rows = rows
    }

    /// A grid of one cell.
    static let single = TileGrid(cells: 1)

    private init(cells columns: Int) {
        self.columns = columns
        rows = 1
    }

    /// The largest grid of at most 5x5 cells whose sheet stays within `maximumSide` pixels; nil if one cell is too
    /// large or empty.
    package init?(fitting cell: PixelSize, maximumSide: Int) {
        guard cell.width >= 1, cell.height >= 1 else { return nil }
        self.init(columns: min(5, maximumSide / cell.width), rows: min(5, maximumSide / cell.height))
    }

    /// The number of cells of a full sheet.
    package var count: Int { columns * rows }

    /// `CxR`, as it is written on the command line.
    public var description: String { "\(columns)x\(rows)" }

    /// Reads `{"columns", "rows"}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let columns = try container.decode(Int.self, forKey: .columns)
        let rows = try container.decode(Int.self, forKey: .rows)
        guard let grid = TileGrid(columns: columns, rows: rows) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: "A grid of \(columns)x\(rows) is impossible.")
            )
        }
        self = grid
    }
}

extension PixelSize: Codable {
    private enum Key: String, CodingKey { case width, height }

    /// Reads `{"width", "height"}`; both sides 1...65 535.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            width: try container.decode(Int.self, forKey: .width),
            height: try container.decode(Int.self, forKey: .height))
        guard (1...65_535).contains(width), (1...65_535).contains(height) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: "A size of \(self) is not possible."))
        }
    }

    /// Writes `{"width", "height"}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
    }
}
