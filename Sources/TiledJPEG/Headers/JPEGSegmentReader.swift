/// Reads the marker segments and the entropy-coded data of a JPEG; every read is bounds-checked.
///
/// After a `startOfScan` segment call ``entropySegments(atMost:)`` before ``next()``. Fill bytes (0xFF before a marker)
/// are skipped. Any other byte between segments is an error: decoders tolerate such bytes, but bytes of unknown meaning
/// must not be moved to another picture. Source: [ITU-T T.81, annex B](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
package struct JPEGSegmentReader: Sendable {
    /// The whole file, or a prefix of it.
    package let bytes: [UInt8]
    /// Offset of the next byte to read.
    package private(set) var position: Int

    /// Creates a reader after the start-of-image marker.
    ///
    /// - Throws: `unrecognizedFormat` if the bytes do not begin with that marker.
    package init(_ bytes: [UInt8]) throws(TiledJPEGError) {
        guard bytes.starts(with: [0xFF, 0xD8]) else {
            throw TiledJPEGError(.unrecognizedFormat, "JPEG", "The file does not begin with FFD8.")
        }
        self.bytes = bytes
        position = 2
    }

    /// The next segment; a standalone marker has an empty payload.
    ///
    /// - Throws: `truncated` at the end of the bytes, `malformed` if no marker follows or a length is impossible.
    package mutating func next() throws(TiledJPEGError) -> JPEGSegment {
        guard position < bytes.count else { throw truncated("a marker") }
        guard bytes[position] == 0xFF else {
            throw TiledJPEGError(
                .malformed, "byte \(position)", "A marker was expected, not \(bytes[position]).")
        }
        var code = position + 1
        while code < bytes.count, bytes[code] == 0xFF { code += 1 }
        guard code < bytes.count else { throw truncated("a marker") }
        let marker = JPEGMarker(rawValue: bytes[code])
        guard marker.rawValue != 0 else {
            throw TiledJPEGError(.malformed, "byte \(position)", "Entropy-coded data stands where a marker should.")
        }
        let start = code - 1
        if marker.isStandalone {
            position = code + 1
            return JPEGSegment(marker: marker, payload: position..<position, range: start..<position)
        }
        guard code + 2 < bytes.count else { throw truncated("the length of \(marker)") }
        let length = Int(bytes[code + 1]) << 8 | Int(bytes[code + 2])
        guard length >= 2 else {
            throw TiledJPEGError(.malformed, "\(marker) at byte \(start)", "A length of \(length) is impossible.")
        }
        let end = code + 1 + length
        guard end <= bytes.count else { throw truncated("the \(length) bytes of \(marker)") }
        position = end
        return JPEGSegment(marker: marker, payload: code + 3..<end, range: start..<end)
    }

    /// The entropy-coded data from here to the next marker that is not a restart marker: one range for each restart
    /// interval, without restart markers and fill bytes. Afterwards ``next()`` reads the marker at the end.
    ///
    /// O(bytes).
    /// - Parameter limit: Maximum number of restart intervals, 1 or more.
    /// - Throws: `truncated` if no marker ends the data, `malformed` if restart markers are out of order or there are
    ///   more than `limit` intervals.
    package mutating func entropySegments(atMost limit: Int = .max) throws(TiledJPEGError) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        // Every interval but the last has a marker of two bytes, so the file's size bounds the reserved memory.
        segments.reserveCapacity(min(limit, (bytes.count - position) / 2 + 1, 4096))
        var start = position
        var at = position
        while true {
            at = endOfPlainBytes(from: at)
            let end = at
            at += 1
            while at < bytes.count, bytes[at] == 0xFF { at += 1 }
            guard at < bytes.count else {
                throw TiledJPEGError(.truncated, "byte \(bytes.count)", PictureEnd.absence)
            }
            let marker = JPEGMarker(rawValue: bytes[at])
            if marker.rawValue == 0 {
                guard at == end + 1 else {
                    throw TiledJPEGError(.malformed, "byte \(end)", "Fill bytes stand inside entropy-coded data.")
                }
                at += 1
                continue
            }
            guard segments.count < limit else {
                throw TiledJPEGError(.malformed, "byte \(end)", "More than \(limit) restart intervals follow.")
            }
            segments.append(start..<end)
            guard marker.isRestart else {
                position = at - 1
                return segments
            }
            guard marker == .restart(segments.count - 1) else {
                throw TiledJPEGError(
                    .malformed, "\(marker) at byte \(at - 1)",
                    "Restart marker \((segments.count - 1) & 7) was expected.")
            }
            at += 1
            start = at
        }
    }

    /// Offset of the next 0xFF, or of the end of the bytes.
    ///
    /// Most blocks of entropy-coded data contain no 0xFF. The largest byte of a block is found with a few vector
    /// instructions; a loop that can end at every byte reads the bytes one by one.
    private func endOfPlainBytes(from start: Int) -> Int {
        let block = 32
        var at = start
        while bytes.count - at >= block {
            var largest: UInt8 = 0
            for byte in bytes[at..<at &+ block] { largest = max(largest, byte) }
            if largest == 0xFF { break }
            at &+= block
        }
        while at < bytes.count, bytes[at] != 0xFF { at &+= 1 }
        return at
    }

    private func truncated(_ missing: String) -> TiledJPEGError {
        TiledJPEGError(.truncated, "byte \(bytes.count)", "The file ends before \(missing).")
    }
}

/// A JPEG marker's second byte.
///
/// Source: [ITU-T T.81, table B.1](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
package struct JPEGMarker: RawRepresentable, Hashable, Sendable {
    /// The byte after 0xFF.
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let endOfImage = JPEGMarker(rawValue: 0xD9)
    package static let startOfScan = JPEGMarker(rawValue: 0xDA)
    package static let quantizationTables = JPEGMarker(rawValue: 0xDB)
    package static let restartInterval = JPEGMarker(rawValue: 0xDD)
    package static let huffmanTables = JPEGMarker(rawValue: 0xC4)
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

    /// Whether the marker is standalone, without a length and a payload.
    package var isStandalone: Bool { (0xD0...0xD9).contains(rawValue) || rawValue == 0x01 }
}

extension JPEGMarker: CustomStringConvertible {
    /// `FFxx` in hexadecimal.
    package var description: String {
        let hex = String(rawValue, radix: 16, uppercase: true)
        return "FF" + (hex.count < 2 ? "0" : "") + hex
    }
}

/// One marker segment of a JPEG, with its offsets.
package struct JPEGSegment: Hashable, Sendable {
    /// The kind of the segment.
    package let marker: JPEGMarker
    /// Offsets of the payload, without marker and length; empty for a standalone marker.
    package let payload: Range<Int>
    /// Offsets from the marker's 0xFF to the end of the payload.
    package let range: Range<Int>

    package var subject: String { "\(marker) at byte \(range.lowerBound)" }
}
