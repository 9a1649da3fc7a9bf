/// All bytes of a JPEG before its entropy-coded data, and where the picture's size stands among them.
///
/// The size is the only thing that changes when segments move: the restart interval counts MCUs, and the tables are
/// the same for all tiles of a sheet.
struct SheetHeader: Sendable {
    /// Begins with the header; the file that it comes from may follow.
    private let bytes: [UInt8]
    private let end: Int
    /// Offset of the height, which the width follows.
    private let sizeOffset: Int

    /// The size of the header in bytes.
    var count: Int { end }

    /// Takes the header of `bytes`.
    ///
    /// - Throws: `notTiled` for segments that have no place in a baseline picture.
    init(_ header: JPEGHeader, of bytes: [UInt8]) throws(TiledJPEGError) {
        for segment in header.segments where !Self.isKnown(segment.marker) {
            throw TiledJPEGError(.notTiled, segment.subject, "The segment has no place in a baseline picture.")
        }
        guard let frame = header.segments.first(where: { $0.marker.isFrame }) else {
            throw TiledJPEGError(.malformed, "JPEG", "No frame header precedes the first scan.")
        }
        self.bytes = bytes
        end = header.entropyStart
        sizeOffset = frame.payload.lowerBound + 1
    }

    /// Whether both headers are the same but for the picture's size; true says that the formats are equal, too, and
    /// costs far less than comparing those.
    func isEqualApartFromSize(to other: SheetHeader) -> Bool {
        guard end == other.end, sizeOffset == other.sizeOffset else { return false }
        // No early exit and nothing that branches: vector instructions then compare many bytes at once.
        func differs(_ range: Range<Int>) -> Bool {
            var difference: UInt8 = 0
            for (own, theirs) in zip(bytes[range], other.bytes[range]) { difference |= own ^ theirs }
            return difference != 0
        }
        return !differs(0..<sizeOffset) && !differs(sizeOffset + 4..<end)
    }

    private static func isKnown(_ marker: JPEGMarker) -> Bool {
        let comment: UInt8 = 0xFE
        let applications: ClosedRange<UInt8> = 0xE0...0xEF
        return marker.isFrame || marker.rawValue == comment || applications.contains(marker.rawValue)
            || [.quantizationTables, .huffmanTables, .restartInterval, .startOfScan].contains(marker)
    }

    /// Appends the header of a picture of `size`, both sides 1...65 535.
    func write(size: PixelSize, to output: inout [UInt8]) {
        output.append(contentsOf: bytes[..<sizeOffset])
        for side in [size.height, size.width] {
            output.append(UInt8(truncatingIfNeeded: side >> 8))
            output.append(UInt8(truncatingIfNeeded: side))
        }
        output.append(contentsOf: bytes[(sizeOffset + 4)..<end])
    }
}
