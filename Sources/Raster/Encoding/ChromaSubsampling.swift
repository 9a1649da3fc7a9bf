package import TiledJPEG

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
