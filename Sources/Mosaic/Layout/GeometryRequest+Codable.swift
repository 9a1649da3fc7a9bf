import ImageHeaders

extension GeometryRequest {
    enum CodingKeys: String, CodingKey {
        case tile, width, grid
        case maximumSide = "maximum_side"
        case allowsLargeSheets = "allow_large_sheets"
        case isUniform = "uniform"
    }

    /// Reads a request; everything may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        tile = try container.decodeIfPresent(PixelSize.self, forKey: .tile)
        width = try container.decodeIfPresent(Int.self, forKey: .width)
        grid = try container.decodeIfPresent(TileGrid.self, forKey: .grid)
        maximumSide = try container.decodeIfPresent(Int.self, forKey: .maximumSide)
        allowsLargeSheets = try container.decodeIfPresent(Bool.self, forKey: .allowsLargeSheets) ?? false
        isUniform = try container.decodeIfPresent(Bool.self, forKey: .isUniform) ?? false
    }
}
