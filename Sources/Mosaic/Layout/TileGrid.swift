package import TiledJPEG

/// The grid of cells of a sheet: `columns` from left to right, `rows` from top to bottom.
public struct TileGrid: Hashable, Sendable, Codable, CustomStringConvertible {
    /// 1...65 535.
    public let columns: Int
    /// 1...65 535.
    public let rows: Int

    /// Makes a grid; nil where a count is out of range.
    public init?(columns: Int, rows: Int) {
        guard (1...65_535).contains(columns), (1...65_535).contains(rows) else { return nil }
        self.columns = columns
        self.rows = rows
    }

    /// One cell.
    static let single = TileGrid(cells: 1)

    private init(cells columns: Int) {
        self.columns = columns
        rows = 1
    }

    /// The largest grid of at most 5x5 cells whose sheet stays within `maximumSide` pixels; nil where one cell is too
    /// large already, or none at all.
    package init?(fitting cell: PixelSize, maximumSide: Int) {
        guard cell.width >= 1, cell.height >= 1 else { return nil }
        self.init(columns: min(5, maximumSide / cell.width), rows: min(5, maximumSide / cell.height))
    }

    /// Cells of a full sheet.
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
