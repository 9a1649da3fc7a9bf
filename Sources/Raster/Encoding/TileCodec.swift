package import ImageHeaders

/// How a tile is encoded.
package enum TileCodec: Hashable, Sendable {
    /// A baseline JPEG of its own, quality 1...100, to be moved around as bytes.
    case jpeg(quality: Int, chroma: ChromaSubsampling)
    /// RGB pixels, for a PNG sheet.
    case png

    /// What the sides of a cell are multiples of, in pixels.
    package var cellUnit: PixelSize {
        switch self {
        case .jpeg(_, let chroma): chroma.mcuSize
        case .png: PixelSize(width: 1, height: 1)
        }
    }

    /// The chroma resolution at which tiles are drawn.
    var chroma: ChromaSubsampling {
        switch self {
        case .jpeg(_, let chroma): chroma
        case .png: .yuv444
        }
    }
}
