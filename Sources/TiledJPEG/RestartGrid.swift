/// A JPEG as a grid of restart intervals: each of `rows` MCU rows has `columns` intervals.
///
/// Nothing is decoded. The grid keeps the bytes, and the range of each interval in them. All tiles that are cut from a
/// grid share its bytes, so the grid is a class: a thousand tiles of a sheet are a thousand references.
public final class RestartGrid: Sendable {
    /// Size of the picture, in pixels.
    public let size: PixelSize
    /// The format of all tiles of the picture.
    public let format: TileFormat
    /// The number of restart intervals in an MCU row, 1 or more.
    public let columns: Int
    /// The number of MCU rows, 1 or more.
    public let rows: Int
    let header: SheetHeader
    /// The bytes that contain all segments: the whole file, or the scan of a blank tile.
    let bytes: [UInt8]
    /// `columns * rows` ranges of `bytes`, row by row. At least two bytes follow each range: a marker, which is not
    /// part of the range.
    let segments: [Range<Int>]

    /// The caller guarantees `columns * rows` segments in `bytes`, each with at least two bytes after it.
    init(
        unchecked size: PixelSize, format: TileFormat, columns: Int, rows: Int, header: SheetHeader, bytes: [UInt8],
        segments: [Range<Int>]
    ) {
        self.size = size
        self.format = format
        self.columns = columns
        self.rows = rows
        self.header = header
        self.bytes = bytes
        self.segments = segments
    }

    /// Finds the restart intervals of a JPEG.
    ///
    /// Bytes after the end-of-image marker are ignored. O(bytes).
    ///
    /// - Throws: `notTiled` unless the file is a baseline picture of one scan whose restart interval divides its MCU
    ///   row; `malformed` for damage, including an interval too many or too few.
    public convenience init(parsing bytes: [UInt8]) throws(TiledJPEGError) {
        let header: JPEGHeader
        var reader: JPEGSegmentReader
        do {
            reader = try JPEGSegmentReader(bytes)
            header = try JPEGHeader(&reader)
        } catch {
            throw error.ofTiles
        }
        let format = try TileFormat(header)
        let mcus = header.frame.mcuGrid
        guard mcus.width.isMultiple(of: format.restartInterval) else {
            throw TiledJPEGError(
                .notTiled, "\(JPEGMarker.restartInterval)",
                "A restart interval of \(format.restartInterval) does not divide a row of \(mcus.width) MCUs.")
        }
        let columns = mcus.width / format.restartInterval
        self.init(
            unchecked: header.frame.size, format: format, columns: columns, rows: mcus.height,
            header: try SheetHeader(header, of: bytes), bytes: bytes,
            segments: try Self.segments(&reader, count: columns * mcus.height))
    }

    /// Reads the segments of the only scan, and the end of the picture.
    private static func segments(
        _ reader: inout JPEGSegmentReader, count: Int
    ) throws(TiledJPEGError) -> [Range<Int>] {
        let segments: [Range<Int>]
        let end: JPEGSegment
        do {
            segments = try reader.entropySegments(atMost: count)
            end = try reader.next()
        } catch {
            throw error.ofTiles
        }
        guard end.marker == .endOfImage else {
            throw TiledJPEGError(.notTiled, end.subject, "The picture does not end after its first scan.")
        }
        guard segments.count == count, !segments.contains(where: { $0.isEmpty }) else {
            throw TiledJPEGError(
                .malformed, "scan",
                "\(count) restart intervals were expected, not \(segments.count), of which "
                    + "\(segments.count(where: \.isEmpty)) are empty.")
        }
        return segments
    }
}

extension RestartGrid {
    /// Cuts a rectangle out as a stand-alone JPEG of the rectangle's size; nothing is decoded.
    ///
    /// - Throws: `outOfRange`, `misaligned`; see ``tile(at:)``.
    public func extract(_ rect: PixelRect) throws(TiledJPEGError) -> [UInt8] {
        try tile(at: rect).encoded()
    }

    /// The tile whose visible pixels are `rect`.
    ///
    /// The rectangle begins where an interval begins, and the MCUs that its width covers are whole intervals. It may
    /// end inside its last MCUs: the pixels after it are kept, but not shown. O(1).
    ///
    /// - Throws: `outOfRange` for a rectangle that is empty or not within the picture, `misaligned` for a rectangle
    ///   that would cut an interval or an MCU.
    public func tile(at rect: PixelRect) throws(TiledJPEGError) -> EncodedTile {
        guard rect.lies(within: size) else {
            throw TiledJPEGError(.outOfRange, "rectangle \(rect)", "The picture has only \(size) pixels.")
        }
        let interval = format.intervalSize
        guard rect.x.isMultiple(of: interval.width), rect.y.isMultiple(of: interval.height) else {
            throw TiledJPEGError(
                .misaligned, "rectangle \(rect)",
                "It has to begin at a multiple of \(interval), the size of a restart interval.")
        }
        let mcus = (rect.width + format.mcuSize.width - 1) / format.mcuSize.width
        guard mcus.isMultiple(of: format.restartInterval) else {
            throw TiledJPEGError(
                .misaligned, "rectangle \(rect)",
                "It covers \(mcus) MCUs in a row, and a restart interval of \(format.restartInterval) has no end there."
            )
        }
        return EncodedTile(
            unchecked: rect.size, in: self, column: rect.x / interval.width, row: rect.y / interval.height,
            columns: mcus / format.restartInterval, rows: (rect.height + interval.height - 1) / interval.height)
    }
}

/// All bytes of a JPEG before its entropy-coded data, with the offset of the picture's size in them.
///
/// The size is the only value that changes when segments move: the restart interval counts MCUs, and the tables are the
/// same for all tiles of a sheet.
struct SheetHeader: Sendable {
    /// The header, and possibly the rest of its file.
    private let bytes: [UInt8]
    private let end: Int
    /// Offset of the height, which the width follows.
    private let sizeOffset: Int

    /// The size of the header in bytes.
    var count: Int { end }

    /// Creates the header from the parsed `header` of the file `bytes`.
    ///
    /// - Throws: `notTiled` for segments that have no place in a baseline picture; `malformed` without a frame header.
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

    /// Whether both headers are equal except for the picture's size. Equal headers have equal formats, and comparing
    /// headers costs far less.
    func isEqualApartFromSize(to other: SheetHeader) -> Bool {
        guard end == other.end, sizeOffset == other.sizeOffset else { return false }
        // Without an early exit and without branches, so that vector instructions compare many bytes at once.
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
