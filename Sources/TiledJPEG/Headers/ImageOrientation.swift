/// The eight ways in which a stored picture can lie, as in Exif tag 0x0112.
///
/// A name says where the stored picture's first row and first column belong: `rightTop` means that row 0 is the
/// right edge and column 0 the top edge of the upright picture.
package enum ImageOrientation: UInt8, Hashable, Sendable, CaseIterable {
    /// Upright as stored.
    case topLeft = 1
    /// Mirrored left to right.
    case topRight = 2
    /// Turned by 180 degrees.
    case bottomRight = 3
    /// Mirrored top to bottom.
    case bottomLeft = 4
    /// Mirrored along the main diagonal.
    case leftTop = 5
    /// Has to be turned clockwise by 90 degrees to stand upright.
    case rightTop = 6
    /// Mirrored along the other diagonal.
    case rightBottom = 7
    /// Has to be turned counter-clockwise by 90 degrees to stand upright.
    case leftBottom = 8

    /// Whether the upright picture's width is the stored picture's height.
    package var swapsSides: Bool { rawValue >= 5 }

    /// The size of the upright picture for a stored picture of `size`.
    package func uprightSize(of size: PixelSize) -> PixelSize { swapsSides ? size.transposed : size }
}
