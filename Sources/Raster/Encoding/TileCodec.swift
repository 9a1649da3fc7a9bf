package import TiledJPEG

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
