package import TiledJPEG

/// Everything that decides the bytes of a tile but the screenshot.
package struct TileSettings: Hashable, Sendable {
    /// The visible rectangle, in pixels.
    package var tileSize: PixelSize
    /// The slot on the sheet: for JPEG the tile rounded up to whole MCUs, for PNG no smaller than the tile.
    package var cellSize: PixelSize
    /// Further sizes in which each screenshot is made a tile, from the same decoded picture.
    package var further: [TileSize] = []
    /// Whether made tiles carry their pixels, too, for sheets that are encoded anew.
    package var keepsPixels = false
    /// How the tile is encoded.
    package var codec: TileCodec
    /// How a picture of another aspect ratio meets the tile.
    package var framing: Framing
    /// The color beside a padded picture and behind a transparent one.
    package var background: RGBColor
    /// Limits on decoding one screenshot.
    package var limits: DecodingLimits
    /// Whether a damaged picture is used as far as it could be decoded.
    package var acceptsDamaged: Bool

    /// Makes settings; `TileMaker` checks them.
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

    /// Pixels along a side of a cell that decoders of JPEG take.
    private static let longestSide = 65_500

    /// All sizes, that of the tile itself first.
    package var sizes: [TileSize] { [TileSize(tile: tileSize, cell: cellSize)] + further }

    /// The widest tile. Pictures are decoded for its size, which suffices for all others.
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
    /// Pixels on a side by which a whole picture may be larger than the tile and still be scaled to the tile itself.
    private static let negligible = 2
    /// The excess over the tile is a multiple of this: half of it, cut off on each side, is even, so that chroma is
    /// not scaled again.
    private static let unit = 4

    /// The size to which a decoder of scalable pictures best scales a whole picture: cut to the widest tile or put on
    /// it, its samples are used as they are.
    ///
    /// - Parameters:
    ///   - picture: The picture's size, upright.
    ///   - longestSide: The decoder's limit.
    package func sourceSize(of picture: PixelSize, longestSide: Int) -> PixelSize {
        let tile = widest
        switch framing {
        case .pad: return Framing.pad.target(of: picture, on: tile).size
        case .crop:
            let width = Self.covering(tile.width, picture.width, picture.height, tile.height)
            let height = Self.covering(tile.height, picture.height, picture.width, tile.width)
            let size = PixelSize(width: width, height: height)
            guard max(width, height) > longestSide else { return size }
            // A strip so narrow that the tile cannot be covered within the limit.
            let longest = max(picture.width, picture.height)
            guard longest > longestSide else { return picture }
            return PixelSize(
                width: max(1, picture.width * longestSide / longest),
                height: max(1, picture.height * longestSide / longest))
        }
    }

    /// The length that a side gets where the other one is scaled to that of the tile; never below the tile's.
    private static func covering(_ tile: Int, _ side: Int, _ other: Int, _ otherOfTile: Int) -> Int {
        let scaled = (2 * side * otherOfTile + other) / (2 * other)
        let excess = scaled - tile
        return excess <= negligible ? tile : tile + (excess + unit / 2) / unit * unit
    }
}

/// A size in which a screenshot is made a tile.
package struct TileSize: Hashable, Sendable {
    /// The visible rectangle, in pixels.
    package var tile: PixelSize
    /// The slot on the sheet: for JPEG the tile rounded up to whole MCUs, for PNG no smaller than the tile.
    package var cell: PixelSize

    package init(tile: PixelSize, cell: PixelSize) {
        self.tile = tile
        self.cell = cell
    }
}

/// How a tile is encoded.
package enum TileCodec: Hashable, Sendable {
    /// A stand-alone baseline JPEG, quality 1...100, which can be moved as bytes between sheets of the same tables.
    case jpeg(quality: Int, chroma: ChromaSubsampling, tables: TableSet = .annexK)
    /// RGB pixels, for a PNG sheet.
    case png

    /// The sides of a cell are multiples of this, in pixels.
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
    /// Every pixel has its own.
    case yuv444 = "444"

    /// Pixels of one MCU: what cells are made of.
    package var mcuSize: PixelSize { PixelSize(width: 8 * span, height: 8 * span) }

    /// Pixels that a chroma sample spans on each axis.
    var span: Int {
        switch self {
        case .yuv420: 2
        case .yuv444: 1
        }
    }

    /// Chroma samples that cover `size` pixels.
    func chromaSize(of size: PixelSize) -> PixelSize {
        PixelSize(width: (size.width + span - 1) / span, height: (size.height + span - 1) / span)
    }
}
