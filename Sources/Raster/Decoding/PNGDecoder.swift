internal import CCodecs
internal import TiledJPEG

/// Decodes every kind of PNG over a background, averaged down to the size that a tile needs.
@safe final class PNGDecoder {
    private let limits: DecodingLimits
    private let background: RGBColor
    /// Exists as long as the decoder; closed while no file is being decoded.
    private let reader: OpaquePointer
    private var buffers = (0..<3).map { _ in PlaneBuffer(capacity: 0) }
    private var rows = PlaneBuffer(capacity: 0)

    /// Memory for zlib and libpng without rows in bytes; far more than measured.
    private static let overhead = 1 << 20
    /// Bytes per pixel of the rows that libpng itself holds: two rows of 16-bit RGBA.
    private static let rowBytes = 16

    init(limits: DecodingLimits, background: RGBColor) throws(ImageError) {
        self.limits = limits
        self.background = background
        guard let reader = unsafe codec_png_reader_create() else {
            throw ImageError(.outOfMemory, "PNG", "The decoder could not be made.")
        }
        unsafe self.reader = unsafe reader
    }

    deinit { unsafe codec_png_reader_destroy(reader) }

    var scratchBytes: Int { buffers.reduce(rows.capacity) { $0 + $1.capacity } }

    func workingBytes(
        for bytes: [UInt8], _ header: ImageHeader, _ plan: DecodingPlan
    ) throws(ImageError) -> Int {
        let png: PNGHeader
        do { png = try PNGHeader(parsing: bytes) } catch { throw ImageError(error) }
        let kept = 4 * (png.isInterlaced ? png.size.pixelCount : png.size.width)
        return Self.overhead + kept + Self.rowBytes * png.size.width
            + BoxAverage.workingBytes(covering: png.size, side: plan.boxSide)
    }

    func decode(
        _ bytes: [UInt8], _ header: ImageHeader, _ plan: DecodingPlan
    ) throws(ImageError) -> DecodedImage {
        try limits.checkWorking(bytes: workingBytes(for: bytes, header, plan), "PNG")
        // The reader points to the array's bytes, which stay in place until the reader is closed.
        return try unsafe bytes.withUnsafeBufferPointer { (file) throws(ImageError) -> DecodedImage in
            defer { unsafe codec_png_reader_close(reader) }
            var frame = CodecPNGFrame()
            let status = unsafe codec_png_reader_open(reader, file.baseAddress, file.count, limits.chunks, &frame)
            if let error = failure(status) { throw error }
            guard frame.width == header.size.width, frame.height == header.size.height else {
                throw ImageError(
                    .malformed, "PNG", "The codec reads \(frame.width)x\(frame.height), the header says \(header.size)."
                )
            }
            var box = BoxAverage(header.size, side: plan.boxSide, background: background, buffers: &buffers)
            var findings = DecodingFindings()
            if let error = frame.is_interlaced == 0
                ? try readRows(header.size, &box) : try readInterlaced(header.size, &box)
            {
                findings.damage(error.reason)
                box.fillUp()
            }
            note(unsafe codec_png_reader_finish(reader), in: &findings)
            return DecodedImage(
                header: header, image: PlanarImage(size: header.size, planes: box.planes), findings: findings,
                decoding: .general)
        }
    }

    /// Reads as many rows as possible.
    ///
    /// - Returns: The error that stopped reading before the last row; nil without one.
    /// - Throws: `malformed` if not even the first row could be read; `limitExceeded`, `outOfMemory`.
    private func readRows(_ size: PixelSize, _ box: inout BoxAverage) throws(ImageError) -> ImageError? {
        PlaneBuffer.reserve(4 * size.width, in: &rows)
        for y in 0..<size.height {
            let status = unsafe codec_png_reader_read_row(reader, rows.start)
            if let error = failure(status) {
                guard y > 0, status == .malformed else { throw error }
                return ImageError(.damaged, "PNG", "Only \(y) of \(size.height) rows can be decoded: \(message).")
            }
            unsafe box.add(rows.start)
        }
        return nil
    }

    private func readInterlaced(_ size: PixelSize, _ box: inout BoxAverage) throws(ImageError) -> ImageError? {
        PlaneBuffer.reserve(4 * size.pixelCount, in: &rows)
        // Pixels of missing passes stay transparent.
        unsafe rows.start.update(repeating: 0, count: 4 * size.pixelCount)
        var passes: Int32 = 0
        let status = unsafe codec_png_reader_read_interlaced(reader, rows.start, 4 * size.width, &passes)
        let error = failure(status)
        if let error, passes == 0 || status != .malformed { throw error }
        for y in 0..<size.height { unsafe box.add(rows.start + y * 4 * size.width) }
        return error.map { _ in
            ImageError(.damaged, "PNG", "Only \(passes) of 7 passes can be decoded: \(message).")
        }
    }

    private func note(_ codec: CodecFindings, in findings: inout DecodingFindings) {
        if codec.damage > 0 {
            findings.damage("The PNG decoder warned of damage: \(message) (\(codec.damage) in all).")
        }
        if codec.ended_early != 0, !findings.isDamaged {
            findings.warnings.append("The PNG's IEND chunk is missing.")
        }
        if codec.surplus > 0 { findings.warnings.append("The PNG has data behind its last row, which is not read.") }
        if codec.notices > 0 { findings.warnings.append("The PNG's metadata is unusual.") }
    }

    private var message: String { unsafe String(cString: codec_png_reader_message(reader)) }

    private func failure(_ status: CodecStatus) -> ImageError? { ImageError(status, "PNG", message: message) }
}
