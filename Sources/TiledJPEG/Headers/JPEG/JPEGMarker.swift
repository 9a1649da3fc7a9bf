/// A JPEG marker's second byte.
///
/// Source: [ITU-T T.81, table B.1](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
package struct JPEGMarker: RawRepresentable, Hashable, Sendable {
    /// The byte after 0xFF.
    package let rawValue: UInt8

    /// Makes a marker of its second byte.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// End of image.
    package static let endOfImage = JPEGMarker(rawValue: 0xD9)
    /// Start of scan.
    package static let startOfScan = JPEGMarker(rawValue: 0xDA)
    /// Define quantization tables.
    package static let quantizationTables = JPEGMarker(rawValue: 0xDB)
    /// Define restart interval.
    package static let restartInterval = JPEGMarker(rawValue: 0xDD)
    /// Define Huffman tables.
    package static let huffmanTables = JPEGMarker(rawValue: 0xC4)
    /// Define arithmetic coding conditioning.
    package static let arithmeticConditioning = JPEGMarker(rawValue: 0xCC)
    /// Baseline DCT frame.
    package static let baselineFrame = JPEGMarker(rawValue: 0xC0)
    /// Extended sequential DCT frame, Huffman coding.
    package static let extendedFrame = JPEGMarker(rawValue: 0xC1)
    /// Progressive DCT frame, Huffman coding.
    package static let progressiveFrame = JPEGMarker(rawValue: 0xC2)

    /// Restart marker `number % 8`.
    package static func restart(_ number: Int) -> JPEGMarker { JPEGMarker(rawValue: 0xD0 | UInt8(number & 7)) }

    /// Application segment `number`, 0...15.
    package static func application(_ number: Int) -> JPEGMarker { JPEGMarker(rawValue: 0xE0 | UInt8(number & 15)) }

    /// Whether the marker starts a frame of any coding process.
    package var isFrame: Bool {
        (0xC0...0xCF).contains(rawValue) && self != .huffmanTables && rawValue != 0xC8
            && self != .arithmeticConditioning
    }

    /// Whether the marker is one of RST0...RST7.
    package var isRestart: Bool { rawValue & 0xF8 == 0xD0 }

    /// Whether the marker stands alone, without a length and a payload.
    package var isStandalone: Bool { (0xD0...0xD9).contains(rawValue) || rawValue == 0x01 }
}

extension JPEGMarker: CustomStringConvertible {
    /// `FFxx` in hexadecimal.
    package var description: String {
        let hex = String(rawValue, radix: 16, uppercase: true)
        return "FF" + (hex.count < 2 ? "0" : "") + hex
    }
}

/// One marker segment of a JPEG and where it lies.
package struct JPEGSegment: Hashable, Sendable {
    /// The kind of the segment.
    package let marker: JPEGMarker
    /// Offsets of the payload, without marker and length; empty for a marker that stands alone.
    package let payload: Range<Int>
    /// Offsets from the marker's 0xFF to the end of the payload.
    package let range: Range<Int>

    package var subject: String { "\(marker) at byte \(range.lowerBound)" }
}
