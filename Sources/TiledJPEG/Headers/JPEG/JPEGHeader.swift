/// Everything a JPEG says up to and including its first scan header.
package struct JPEGHeader: Hashable, Sendable {
    /// The frame header.
    package let frame: JPEGFrame
    /// The first scan header.
    package let scan: JPEGScan
    /// Four places for quantization tables, as defined before the first scan.
    package let quantizers: [JPEGQuantizer?]
    /// Four places for DC Huffman tables.
    package let dcTables: [JPEGHuffmanTable?]
    /// Four places for AC Huffman tables.
    package let acTables: [JPEGHuffmanTable?]
    /// MCUs between restart markers; 0 where there are none.
    package let restartInterval: Int
    /// The segments in file order, the last one the first scan header.
    package let segments: [JPEGSegment]
    /// How the stored picture lies; `topLeft` where Exif says nothing.
    package let orientation: ImageOrientation
    /// The color transform of an Adobe segment: 0 none, 1 Y'CbCr, 2 YCCK; nil without one.
    package let adobeTransform: UInt8?
    /// Whether a JFIF segment is present.
    package let hasJFIF: Bool
    /// Whether an ICC profile is present.
    package let hasICCProfile: Bool

    /// Offset of the first byte of entropy-coded data.
    package var entropyStart: Int { segments.last?.range.upperBound ?? 0 }

    /// Reads the header of a whole JPEG or of a prefix that reaches its first scan.
    ///
    /// - Throws: `unrecognizedFormat`, `truncated`, `malformed`, `unsupported`.
    package init(parsing bytes: [UInt8]) throws(ImageHeaderError) {
        var reader = try JPEGSegmentReader(bytes)
        try self.init(&reader)
    }

    /// Reads the header and leaves `reader` at the first byte of entropy-coded data.
    ///
    /// - Throws: `unrecognizedFormat`, `truncated`, `malformed`, `unsupported`.
    package init(_ reader: inout JPEGSegmentReader) throws(ImageHeaderError) {
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
                    throw ImageHeaderError(.malformed, segment.subject, "A restart interval has 2 bytes.")
                }
                interval = value
            case let marker where marker.isFrame:
                guard frame == nil else {
                    throw ImageHeaderError(.malformed, segment.subject, "A second frame header follows the first.")
                }
                frame = try JPEGFrame(segment, in: bytes)
            case let marker where marker.isStandalone:
                throw ImageHeaderError(.malformed, segment.subject, "The marker precedes the first scan.")
            default:
                metadata.read(segment, in: bytes)
            }
        }
        guard let frame, let start = segments.last else {
            throw ImageHeaderError(.malformed, "JPEG", "No frame header precedes the first scan.")
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
