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
