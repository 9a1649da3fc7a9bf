/// The eight orientations of a stored picture, as in Exif tag 0x0112.
///
/// A name states where the stored picture's first row and first column belong: `rightTop` means that row 0 is the right
/// edge and column 0 the top edge of the upright picture.
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
    /// Has to be turned clockwise by 90 degrees to be upright.
    case rightTop = 6
    /// Mirrored along the other diagonal.
    case rightBottom = 7
    /// Has to be turned counter-clockwise by 90 degrees to be upright.
    case leftBottom = 8

    /// Whether the upright picture's width is the stored picture's height.
    package var swapsSides: Bool { rawValue >= 5 }

    /// The size of the upright picture for a stored picture of `size`.
    package func uprightSize(of size: PixelSize) -> PixelSize { swapsSides ? size.transposed : size }
}

/// The orientation tag of an Exif block.
enum ExifOrientation {
    static let identifier: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

    /// Reads tag 0x0112 of the first directory of a TIFF structure.
    ///
    /// Nil without a valid tag. Callers treat nil as upright, so that a picture with damaged metadata can still be
    /// used.
    static func read(_ bytes: [UInt8], _ tiff: Range<Int>) -> ImageOrientation? {
        var header = ByteReader(bytes, tiff)
        let bigEndian: Bool
        if header.consume(Array("MM".utf8)) {
            bigEndian = true
        } else if header.consume(Array("II".utf8)) {
            bigEndian = false
        } else {
            return nil
        }
        guard header.integer(of: 2, bigEndian: bigEndian) == 42,
            let directory = header.integer(of: 4, bigEndian: bigEndian)
        else { return nil }
        var entries = ByteReader(bytes, tiff)
        guard entries.skip(directory), let count = entries.integer(of: 2, bigEndian: bigEndian) else { return nil }
        for _ in 0..<count {
            guard let tag = entries.integer(of: 2, bigEndian: bigEndian),
                let type = entries.integer(of: 2, bigEndian: bigEndian),
                let values = entries.integer(of: 4, bigEndian: bigEndian),
                let value = entries.integer(of: 2, bigEndian: bigEndian), entries.skip(2)
            else { return nil }
            if tag == 0x0112 {
                guard type == 3, values == 1, let value = UInt8(exactly: value) else { return nil }
                return ImageOrientation(rawValue: value)
            }
        }
        return nil
    }
}
