package import TiledJPEG

/// Everything that determines the bytes of a tile, apart from the screenshot.
package struct TileSettings: Hashable, Sendable {
    /// Size of the visible rectangle, in pixels.
    package var tileSize: PixelSize
    /// Size of the cell on the sheet: for JPEG the tile rounded up to whole MCUs, for PNG no smaller than the tile.
    package var cellSize: PixelSize
    /// Further sizes of tiles, which are made from the same decoded picture.
    package var further: [TileSize] = []
    /// Whether made tiles also contain their pixels, for sheets that are encoded again.
    package var keepsPixels = false
    /// Encoding of the tile.
    package var codec: TileCodec
    /// Framing of a picture with another aspect ratio.
    package var framing: Framing
    /// The color at the sides of a padded picture and behind a transparent one.
    package var background: RGBColor
    /// Limits on decoding one screenshot.
    package var limits: DecodingLimits
    /// Whether to use a damaged picture as far as it could be decoded.
    package var acceptsDamaged: Bool

    /// Creates settings; `TileMaker` checks them.
    package init(
        tileSize: PixelSize, cellSize: PixelSize, codec: TileCodec, framing: Framing = .crop,
        background: RGBColor = .black, limits: DecodingLimits = DecodingLimits(), acceptsDamaged: Bool = false
    ) {
        self.tileSize = tileSize
        self.cellSize = cellSize
        self.codec = codec
        self.framing = framing
        self.background = background
        self.limits = limits
        self.acceptsDamaged = acceptsDamaged
    }

    /// Maximum length of a cell's side that JPEG decoders accept, in pixels.
    private static let longestSide = 65_500

    /// All sizes; the size of the tile itself is first.
    package var sizes: [TileSize] { [TileSize(tile: tileSize, cell: cellSize)] + further }

    /// Size of the widest tile. Pictures are decoded for this size, which suffices for all others.
    var widest: PixelSize { further.map(\.tile).reduce(tileSize) { $1.width > $0.width ? $1 : $0 } }

    /// Pixels that share one chroma sample when the tile is drawn.
    package var chroma: ChromaSubsampling { codec.chroma }

    func validate() throws(ImageError) {
        for size in sizes { try validate(size.tile, size.cell) }
    }

    private func validate(_ tileSize: PixelSize, _ cellSize: PixelSize) throws(ImageError) {
        guard tileSize.width > 0, tileSize.height > 0, cellSize.width <= Self.longestSide,
            cellSize.height <= Self.longestSide
        else {
            throw ImageError(
                .invalidSettings, "tile size", "A tile of \(tileSize) in a cell of \(cellSize) cannot be encoded.")
        }
        switch codec {
        case .jpeg(let quality, let chroma, _):
            guard (1...100).contains(quality) else {
                throw ImageError(.invalidSettings, "quality", "A quality of \(quality) is not within 1...100.")
            }
            let cell = tileSize.roundedUp(toMultipleOf: chroma.mcuSize)
            guard cellSize == cell else {
                throw ImageError(
                    .invalidSettings, "cell size", "A tile of \(tileSize) fills a cell of \(cell), not \(cellSize).")
            }
        case .png:
            guard cellSize.width >= tileSize.width, cellSize.height >= tileSize.height else {
                throw ImageError(
                    .invalidSettings, "cell size", "A tile of \(tileSize) does not fit a cell of \(cellSize).")
            }
        }
    }
}

extension TileSettings {
    /// Maximum excess of a whole picture's side over the tile, in pixels, at which it is scaled to the tile's side
    /// instead.
    private static let negligible = 2
    /// The excess over the tile is a multiple of this number of pixels. Half of the excess, cut off on each side, is
    /// then even, so that chroma is not scaled again.
    private static let unit = 4

    /// The best size of a whole picture from a decoder of scalable pictures. Cropped to the widest tile or padded, its
    /// samples are used as they are.
    ///
    /// - Parameters:
    ///   - picture: The picture's upright size in pixels.
    ///   - longestSide: The decoder's maximum side in pixels.
    package func sourceSize(of picture: PixelSize, longestSide: Int) -> PixelSize {
        let tile = widest
        switch framing {
        case .pad: return Framing.pad.target(of: picture, on: tile).size
        case .crop:
            let width = Self.covering(tile.width, picture.width, picture.height, tile.height)
            let height = Self.covering(tile.height, picture.height, picture.width, tile.width)
            let size = PixelSize(width: width, height: height)
            guard max(width, height) > longestSide else { return size }
            // A strip so narrow that it cannot cover the tile within the limit.
            let longest = max(picture.width, picture.height)
            guard longest > longestSide else { return picture }
            return PixelSize(
                width: max(1, picture.width * longestSide / longest),
                height: max(1, picture.height * longestSide / longest))
        }
    }

    /// Length of a side if the other side is scaled to the tile's; never below the tile's side.
    private static func covering(_ tile: Int, _ side: Int, _ other: Int, _ otherOfTile: Int) -> Int {
        let scaled = (2 * side * otherOfTile + other) / (2 * other)
        let excess = scaled - tile
        return excess <= negligible ? tile : tile + (excess + unit / 2) / unit * unit
    }
}

/// A size of tiles, with the size of their cells.
package struct TileSize: Hashable, Sendable {
    /// Size of the visible rectangle, in pixels.
    package var tile: PixelSize
    /// Size of the cell on the sheet: for JPEG the tile rounded up to whole MCUs, for PNG no smaller than the tile.
    package var cell: PixelSize

    package init(tile: PixelSize, cell: PixelSize) {
        self.tile = tile
        self.cell = cell
    }
}

/// Encoding of a tile.
package enum TileCodec: Hashable, Sendable {
    /// A stand-alone baseline JPEG, quality 1...100, which can be moved as bytes between sheets with the same tables.
    case jpeg(quality: Int, chroma: ChromaSubsampling, tables: TableSet = .annexK)
    /// RGB pixels, for a PNG sheet.
    case png

    /// The sides of a cell are multiples of this size, in pixels.
    package var cellUnit: PixelSize {
        switch self {
        case .jpeg(_, let chroma, _): chroma.mcuSize
        case .png: PixelSize(width: 1, height: 1)
        }
    }

    /// The chroma resolution at which tiles are drawn.
    var chroma: ChromaSubsampling {
        switch self {
        case .jpeg(_, let chroma, _): chroma
        case .png: .yuv444
        }
    }
}

/// The number of pixels of a tile that share one chroma sample.
public enum ChromaSubsampling: String, Hashable, Sendable, CaseIterable, Codable {
    /// 2 by 2 pixels.
    case yuv420 = "420"
    /// One pixel.
    case yuv444 = "444"

    /// Size of one MCU in pixels; a cell consists of whole MCUs.
    package var mcuSize: PixelSize { PixelSize(width: 8 * span, height: 8 * span) }

    /// Pixels that a chroma sample spans on each axis.
    var span: Int {
        switch self {
        case .yuv420: 2
        case .yuv444: 1
        }
    }

    /// Number of chroma samples that cover `size` pixels.
    func chromaSize(of size: PixelSize) -> PixelSize {
        PixelSize(width: (size.width + span - 1) / span, height: (size.height + span - 1) / span)
    }
}
