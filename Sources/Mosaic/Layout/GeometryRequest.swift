public import TiledJPEG

/// Constraints on the geometry; the screenshots determine the rest.
public struct GeometryRequest: Hashable, Sendable, Codable {
    /// The default width of a tile, in pixels.
    package static let defaultWidth = 256
    /// Default maximum side of a sheet, in pixels: small enough for every device that shows thumbnails.
    package static let defaultMaximumSide = 2_048
    /// Maximum side of a sheet without `allowsLargeSheets`, in pixels: the limit of Android's textures.
    package static let largestUsualSide = 4_096
    /// The longest side of any JPEG that common decoders read.
    package static let largestSide = 65_500

    /// Width and height of a tile; nil follows `width` and the screenshots' aspect ratio.
    public var tile: PixelSize?
    /// Width of a tile in pixels; nil is 256, or less for very tall screenshots.
    public var width: Int?
    /// Grid of a full sheet; nil is the largest grid up to 5x5 that fits.
    public var grid: TileGrid?
    /// Maximum side of a sheet in pixels, 1...65 500; nil is 2 048.
    public var maximumSide: Int?
    /// Whether `maximumSide` may exceed 4 096 pixels.
    public var allowsLargeSheets = false
    /// Whether the tile is rounded to whole MCUs, so that no cell needs padding.
    package var isUniform = false

    /// Creates a request without constraints.
    public init() {}

    /// Whether a recorded geometry fulfils the request; `mcu` is the size of a tile's MCU, 1x1 for formats without
    /// MCUs.
    package func accepts(_ recorded: TileGeometry, mcu: PixelSize) -> Bool {
        let sheet = recorded.sheetSize(tiles: recorded.grid.count)
        return recorded.cell == recorded.tile.roundedUp(toMultipleOf: mcu)
            && (tile.map { settled($0, mcu: mcu) == recorded.tile } ?? true)
            && (width.map { settled(PixelSize(width: $0, height: 1), mcu: mcu).width == recorded.tile.width } ?? true)
            && (grid == nil || grid == recorded.grid)
            && (maximumSide.map { max(sheet.width, sheet.height) <= $0 } ?? true)
            && (!isUniform || recorded.cell == recorded.tile)
    }

    /// Chooses the geometry for upright screenshots of `source` size; `mcu` is as in ``accepts(_:mcu:)``.
    ///
    /// - Throws: `invalidSettings`; for a grid that is too large, the error names a grid that fits.
    package func geometry(for source: PixelSize, mcu: PixelSize) throws -> TileGeometry {
        let limit = try sideLimit()
        let tile = settled(try tileSize(for: source, mcu: mcu), mcu: mcu)
        let cell = tile.roundedUp(toMultipleOf: mcu)
        guard let largest = TileGrid(columns: limit / cell.width, rows: limit / cell.height),
            let fitting = TileGrid(fitting: cell, maximumSide: limit)
        else {
            throw MosaicError(
                .invalidSettings, "tile",
                "A tile of \(tile) does not fit into a sheet of \(limit) pixels a side\(wayOut(for: cell)).")
        }
        guard let grid else { return TileGeometry(tile: tile, cell: cell, grid: fitting) }
        guard grid.columns <= largest.columns, grid.rows <= largest.rows else {
            throw MosaicError(
                .invalidSettings, "grid",
                "A grid of \(grid) cells of \(cell) exceeds \(limit) pixels a side; "
                    + "\(min(grid.columns, largest.columns))x\(min(grid.rows, largest.rows)) fits"
                    + Self.wayOut(for: grid, of: cell))
        }
        return TileGeometry(tile: tile, cell: cell, grid: grid)
    }

    /// The width of tiles for a requested width, both in pixels; with `isUniform`, a multiple of the MCU's width.
    func settledWidth(_ width: Int, mcu: PixelSize) -> Int {
        settled(PixelSize(width: width, height: 1), mcu: mcu).width
    }

    /// The request with another width of tiles in pixels, and without a tile size.
    func at(width: Int) -> GeometryRequest {
        var request = self
        (request.tile, request.width) = (nil, width)
        return request
    }

    /// A sentence on how much of the picture is cropped by rounding the tile to whole MCUs; nil if nothing is cropped.
    ///
    /// - Parameter tile: The tile that was chosen for upright screenshots of `source` size.
    func croppingRemark(for source: PixelSize, tile: PixelSize, mcu: PixelSize) throws -> String? {
        let wanted = try tileSize(for: source, mcu: mcu)
        guard isUniform, wanted != tile else { return nil }
        // The picture keeps its aspect ratio; either its width or its height is cropped.
        let shown = Double(tile.width * source.height) / Double(tile.height * source.width)
        let side = shown > 1 ? "height" : "width"
        let permille = Int(((1 - min(shown, 1 / shown)) * 1_000).rounded())
        return "Tiles of \(tile) instead of \(wanted) crop \(permille / 10).\(permille % 10) % of the \(side)."
    }

    /// The maximum side of a sheet in pixels.
    ///
    /// - Throws: `invalidSettings`.
    func sideLimit() throws -> Int {
        let limit = maximumSide ?? Self.defaultMaximumSide
        let hardLimit = allowsLargeSheets ? Self.largestSide : Self.largestUsualSide
        guard (1...hardLimit).contains(limit) else {
            let hint =
                allowsLargeSheets || limit < 1 ? "" : "; --allow-large-sheets takes up to \(Self.largestSide)"
            throw MosaicError(
                .invalidSettings, "max-side", "A side of \(limit) pixels is not within 1...\(hardLimit)\(hint).")
        }
        return limit
    }

    private func tileSize(for source: PixelSize, mcu: PixelSize) throws -> PixelSize {
        if let tile {
            guard tile.width >= 1, tile.height >= 1, tile.width <= Self.largestSide, tile.height <= Self.largestSide
            else {
                throw MosaicError(
                    .invalidSettings, "tile", "A tile of \(tile) is not within 1...\(Self.largestSide) pixels a side.")
            }
            return tile
        }
        let width = self.width ?? Self.defaultWidth
        guard (1...Self.largestSide).contains(width) else {
            throw MosaicError(
                .invalidSettings, "width", "A width of \(width) is not within 1...\(Self.largestSide) pixels.")
        }
        // Maximum side in the header of any format. The product below stays far from overflowing.
        let sides = 1...Int(Int32.max)
        guard sides.contains(source.width), sides.contains(source.height) else {
            throw MosaicError(.invalidSettings, "source", "A picture of \(source) pixels is not possible.")
        }
        let height = (2 * width * source.height + source.width) / (2 * source.width)
        // Without a requested width, the tile of a very tall picture is limited to the maximum height of a sheet.
        let highest = try sideLimit() / mcu.height * mcu.height
        if self.width == nil, height > highest, highest > 0 {
            let narrowed = (2 * highest * source.width + source.height) / (2 * source.height)
            return PixelSize(width: max(1, narrowed), height: highest)
        }
        return PixelSize(width: width, height: max(1, height))
    }

    /// The end of a sentence: the setting with which a grid fits.
    private static func wayOut(for grid: TileGrid, of cell: PixelSize) -> String {
        let (width, widthOverflows) = grid.columns.multipliedReportingOverflow(by: cell.width)
        let (height, heightOverflows) = grid.rows.multipliedReportingOverflow(by: cell.height)
        let side = max(width, height)
        guard !widthOverflows, !heightOverflows, side <= largestSide else { return "." }
        return ", or take \(option(for: side))."
    }

    /// The end of a sentence: the setting with which a cell fits.
    private func wayOut(for cell: PixelSize) -> String {
        // Without a requested size, a small sheet may have narrowed the tile; the advice then uses the default width.
        let side = max(cell.width, cell.height, tile == nil && width == nil ? Self.defaultWidth : 1)
        let smaller = tile == nil && width == nil ? "" : " a smaller one, or"
        return side <= Self.largestSide ? "; take\(smaller) \(Self.option(for: side))" : "; take a smaller one"
    }

    private static func option(for side: Int) -> String {
        "--max-side \(side)" + (side > largestUsualSide ? " with --allow-large-sheets" : "")
    }

    /// The requested tile; with `isUniform` the nearest one of whole MCUs.
    private func settled(_ tile: PixelSize, mcu: PixelSize) -> PixelSize {
        guard isUniform else { return tile }
        return PixelSize(
            width: Self.rounded(tile.width, to: mcu.width), height: Self.rounded(tile.height, to: mcu.height))
    }

    /// Rounds to the nearest multiple, at least one. A side above 2^40 is reduced; later checks reject it.
    private static func rounded(_ side: Int, to unit: Int) -> Int {
        max(1, (min(side, 1 << 40) + unit / 2) / unit) * unit
    }
}

extension GeometryRequest {
    /// The keys of the request in JSON.
    static let keys = CodingKeys.allCases.map(\.rawValue)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case tile, width, grid
        case maximumSide = "maximum_side"
        case allowsLargeSheets = "allow_large_sheets"
        case isUniform = "uniform"
    }

    /// Reads a request; all keys are optional.
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
