/// The data of a JPEG up to and including its first scan header.
package struct JPEGHeader: Hashable, Sendable {
    package let frame: JPEGFrame
    package let scan: JPEGScan
    /// The quantization tables 0...3, as defined before the first scan; nil if undefined.
    package let quantizers: [JPEGQuantizer?]
    /// The DC Huffman tables 0...3; nil if undefined.
    package let dcTables: [JPEGHuffmanTable?]
    /// The AC Huffman tables 0...3; nil if undefined.
    package let acTables: [JPEGHuffmanTable?]
    /// The number of MCUs between restart markers; 0 without restart markers.
    package let restartInterval: Int
    /// The segments in file order; the last one is the first scan header.
    package let segments: [JPEGSegment]
    /// The orientation of the stored picture; `topLeft` if Exif does not state it.
    package let orientation: ImageOrientation
    /// The color transform of an Adobe segment: 0 none, 1 Y'CbCr, 2 YCCK; nil without one.
    package let adobeTransform: UInt8?
    package let hasJFIF: Bool
    package let hasICCProfile: Bool

    /// Offset of the first byte of entropy-coded data.
    package var entropyStart: Int { segments.last?.range.upperBound ?? 0 }

    /// Reads the header of a whole JPEG or of a prefix that reaches its first scan.
    ///
    /// - Throws: `unrecognizedFormat`, `truncated`, `malformed`, `unsupported`.
    package init(parsing bytes: [UInt8]) throws(TiledJPEGError) {
        var reader = try JPEGSegmentReader(bytes)
        try self.init(&reader)
    }

    /// Reads the header and leaves `reader` at the first byte of entropy-coded data.
    ///
    /// - Throws: `unrecognizedFormat`, `truncated`, `malformed`, `unsupported`.
    package init(_ reader: inout JPEGSegmentReader) throws(TiledJPEGError) {
        let bytes = reader.bytes
        var frame: JPEGFrame?
        var quantizers = [JPEGQuantizer?](repeating: nil, count: 4)
        var dcTables = [JPEGHuffmanTable?](repeating: nil, count: 4)
        var acTables = dcTables
        var interval = 0
        var metadata = JPEGMetadata()
        var segments: [JPEGSegment] = []
        while segments.last?.marker != .startOfScan {
            let segment = try reader.next()
            segments.append(segment)
            switch segment.marker {
            case .quantizationTables:
                try JPEGQuantizer.read(segment, in: bytes, into: &quantizers)
            case .huffmanTables:
                try JPEGHuffmanTable.read(segment, in: bytes, dc: &dcTables, ac: &acTables)
            case .restartInterval:
                var payload = ByteReader(bytes, segment.payload)
                guard payload.remaining == 2, let value = payload.bigEndian16() else {
                    throw TiledJPEGError(.malformed, segment.subject, "A restart interval has 2 bytes.")
                }
                interval = value
            case let marker where marker.isFrame:
                guard frame == nil else {
                    throw TiledJPEGError(.malformed, segment.subject, "A second frame header follows the first.")
                }
                frame = try JPEGFrame(segment, in: bytes)
            case let marker where marker.isStandalone:
                throw TiledJPEGError(.malformed, segment.subject, "The marker precedes the first scan.")
            default:
                metadata.read(segment, in: bytes)
            }
        }
        guard let frame, let start = segments.last else {
            throw TiledJPEGError(.malformed, "JPEG", "No frame header precedes the first scan.")
        }
        self.frame = frame
        scan = try JPEGScan(start, in: bytes, of: frame)
        self.quantizers = quantizers
        self.dcTables = dcTables
        self.acTables = acTables
        restartInterval = interval
        self.segments = segments
        orientation = metadata.orientation ?? .topLeft
        adobeTransform = metadata.adobeTransform
        hasJFIF = metadata.hasJFIF
        hasICCProfile = metadata.hasICCProfile
    }
}

/// The frame header and the metadata before the first scan, without tables. A prefix of a JPEG is enough.
struct JPEGPreamble {
    let frame: JPEGFrame
    let orientation: ImageOrientation
    let hasICCProfile: Bool

    /// Reads to the first scan, or to the end of a prefix that contains the frame header.
    init(parsing prefix: [UInt8]) throws(TiledJPEGError) {
        var reader = try JPEGSegmentReader(prefix)
        var metadata = JPEGMetadata()
        var frame: JPEGFrame?
        while true {
            let segment: JPEGSegment
            do {
                segment = try reader.next()
            } catch {
                guard frame != nil, error.code == .truncated else { throw error }
                break
            }
            if segment.marker == .startOfScan || segment.marker == .endOfImage { break }
            if segment.marker.isFrame, frame == nil { frame = try JPEGFrame(segment, in: prefix) }
            metadata.read(segment, in: prefix)
        }
        guard let frame else {
            throw TiledJPEGError(.malformed, "JPEG", "No frame header precedes the first scan.")
        }
        self.frame = frame
        orientation = metadata.orientation ?? .topLeft
        hasICCProfile = metadata.hasICCProfile
    }
}

/// Metadata in the application segments of a JPEG that affects its display.
struct JPEGMetadata: Hashable, Sendable {
    private(set) var orientation: ImageOrientation?
    private(set) var adobeTransform: UInt8?
    private(set) var hasJFIF = false
    private(set) var hasICCProfile = false

    /// Reads an APPn segment; ignores all other segments, and damaged metadata.
    mutating func read(_ segment: JPEGSegment, in bytes: [UInt8]) {
        var payload = ByteReader(bytes, segment.payload)
        switch segment.marker {
        case .application(0):
            hasJFIF = hasJFIF || payload.consume(Array("JFIF\0".utf8))
        case .application(1):
            guard orientation == nil, payload.consume(ExifOrientation.identifier) else { return }
            orientation = ExifOrientation.read(bytes, payload.offset..<payload.end)
        case .application(2):
            hasICCProfile = hasICCProfile || payload.consume(Array("ICC_PROFILE\0".utf8))
        case .application(14):
            guard payload.consume(Array("Adobe".utf8)), payload.skip(6) else { return }
            adobeTransform = payload.byte()
        default:
            return
        }
    }
}

/// A Huffman table: the number of codes of each length, and the symbols in code order.
///
/// Source: [ITU-T T.81, B.2.4.2](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
package struct JPEGHuffmanTable: Hashable, Sendable {
    /// The numbers of codes of 1, 2, ... 16 bits. They form a prefix code in which no code consists of ones only.
    package let counts: [UInt8]
    /// The symbols in code order, 0...256 of them.
    package let symbols: [UInt8]

    /// Reads the tables of one DHT segment into the four elements of `dc` and `ac`.
    static func read(
        _ segment: JPEGSegment, in bytes: [UInt8], dc: inout [JPEGHuffmanTable?], ac: inout [JPEGHuffmanTable?]
    ) throws(TiledJPEGError) {
        var reader = ByteReader(bytes, segment.payload)
        while let head = reader.byte() {
            let counts = reader.take(16).map(Array.init) ?? []
            let total = counts.reduce(0) { $0 + Int($1) }
            guard head & 0xEC == 0, counts.count == 16, total <= 256, isPrefixCode(counts),
                let symbols = reader.take(total)
            else { throw TiledJPEGError(.malformed, segment.subject, "A Huffman table does not add up.") }
            let table = JPEGHuffmanTable(counts: counts, symbols: Array(symbols))
            if head >> 4 == 0 { dc[Int(head & 3)] = table } else { ac[Int(head & 3)] = table }
        }
    }

    /// Whether the counts form a prefix code in which no code consists of ones only. That code is reserved (T.81, annex
    /// C), and decoders refuse tables that use it.
    private static func isPrefixCode(_ counts: [UInt8]) -> Bool {
        var code = 0
        for (index, count) in counts.enumerated() {
            code = code << 1 + Int(count)
            if code >= 1 << (index + 1) { return false }
        }
        return true
    }
}

/// A quantization table.
///
/// Source: [ITU-T T.81, B.2.4.1](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
package struct JPEGQuantizer: Hashable, Sendable {
    /// 64 divisors in zig-zag order; 0...65 535, as the file has them.
    package let values: [UInt16]
    /// Bits of a stored value: 8 or 16.
    package let precision: Int

    /// Reads the tables of one DQT segment into the four elements of `tables`.
    static func read(
        _ segment: JPEGSegment, in bytes: [UInt8], into tables: inout [JPEGQuantizer?]
    ) throws(TiledJPEGError) {
        var reader = ByteReader(bytes, segment.payload)
        while let head = reader.byte() {
            let width = head >> 4 == 0 ? 1 : 2
            guard head >> 4 <= 1, head & 15 <= 3, let stored = reader.take(64 * width) else {
                throw TiledJPEGError(.malformed, segment.subject, "A quantization table does not add up.")
            }
            let values =
                width == 1
                ? stored.map { UInt16($0) }
                : stride(from: stored.startIndex, to: stored.endIndex, by: 2).map {
                    UInt16(stored[$0]) << 8 | UInt16(stored[$0 + 1])
                }
            tables[Int(head & 15)] = JPEGQuantizer(values: values, precision: 8 * width)
        }
    }
}
