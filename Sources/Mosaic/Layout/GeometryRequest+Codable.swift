import ImageHeaders

extension GeometryRequest: Codable {
    private enum Key: String, CodingKey {
        case tile, width, grid
        case maximumSide = "maximum_side"
        case allowsLargeSheets = "allow_large_sheets"
        case isUniform = "uniform"
    }

    /// Reads a request; everything may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init()
        tile = try container.decodeIfPresent(PixelSize.self, forKey: .tile)
        width = try container.decodeIfPresent(Int.self, forKey: .width)
        grid = try container.decodeIfPresent(TileGrid.self, forKey: .grid)
        maximumSide = try container.decodeIfPresent(Int.self, forKey: .maximumSide)
        allowsLargeSheets = try container.decodeIfPresent(Bool.self, forKey: .allowsLargeSheets) ?? false
        isUniform = try container.decodeIfPresent(Bool.self, forKey: .isUniform) ?? false
    }

    /// Writes what is asked for; what is left open is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(tile, forKey: .tile)
        try container.encodeIfPresent(width, forKey: .width)
        try container.encodeIfPresent(grid, forKey: .grid)
        try container.encodeIfPresent(maximumSide, forKey: .maximumSide)
        try container.encode(allowsLargeSheets, forKey: .allowsLargeSheets)
        try container.encode(isUniform, forKey: .isUniform)
    }
}
