internal import CImageCodecs
internal import ImageHeaders

/// Decodes JPEGs of every kind that libjpeg knows at an eighth, a quarter, a half or all of their size.
@safe final class JPEGDecoder {
    private let limits: DecodingLimits
    /// Lives as long as the decoder; closed whenever no file is being decoded.
    private let reader: OpaquePointer
    private var buffers = (0..<3).map { _ in PlaneBuffer(capacity: 0) }
    private var row = PlaneBuffer(capacity: 0)

    /// What libjpeg holds for its own tables and rows; far more than they were ever seen to take.
    private static let overhead = 1 << 20

    init(limits: DecodingLimits) throws(ImageError) {
        self.limits = limits
        guard let reader = unsafe codec_jpeg_reader_create() else {
            throw ImageError(.outOfMemory, "JPEG", "The decoder could not be made.")
        }
        unsafe self.reader = unsafe reader
    }

    deinit { unsafe codec_jpeg_reader_destroy(reader) }

    var scratchBytes: Int { buffers.reduce(row.capacity) { $0 + $1.capacity } }

    func workingBytes(
        for bytes: [UInt8], _ header: ImageHeader, _ plan: DecodingPlan
    ) throws(ImageError) -> Int {
        try unsafe bytes.withUnsafeBufferPointer { (file) throws(ImageError) -> Int in
            defer { unsafe codec_jpeg_reader_close(reader) }
            return try unsafe open(file, header, plan).workingBytes
        }
    }

    /// One replaceable step: JPEG bytes in, planes out.
    func decode(
        _ bytes: [UInt8], _ header: ImageHeader, _ plan: DecodingPlan
    ) throws(ImageError) -> DecodedImage {
        // The reader looks into the array's bytes, which stay where they are until it is closed.
        try unsafe bytes.withUnsafeBufferPointer { (file) throws(ImageError) -> DecodedImage in
            defer { unsafe codec_jpeg_reader_close(reader) }
            let opened = try unsafe open(file, header, plan)
            try limits.checkWorking(bytes: opened.workingBytes, "JPEG")
            let image =
                opened.layout == .pixels
                ? try readPixels(opened, header.size) : try readPlanes(opened, header.size)
            return DecodedImage(header: header, image: image, findings: try finish())
        }
    }

    private func open(
        _ file: UnsafeBufferPointer<UInt8>, _ header: ImageHeader, _ plan: DecodingPlan
    ) throws(ImageError) -> OpenedJPEG {
        var frame = CodecJPEGFrame()
        try check(
            unsafe codec_jpeg_reader_open(
                reader, file.baseAddress, file.count, Int32(clamping: limits.scans), limits.workingBytes, &frame))
        guard frame.width == header.size.width, frame.height == header.size.height else {
            throw ImageError(
                .malformed, "JPEG", "The codec reads \(frame.width)x\(frame.height), the header says \(header.size).")
        }
        var planes = [CodecJPEGPlane](repeating: CodecJPEGPlane(), count: Int(CodecJPEGMaximumPlanes))
        try check(unsafe codec_jpeg_reader_scale(reader, Int32(plan.eighths), &planes))
        return OpenedJPEG(frame, planes, overhead: Self.overhead)
    }

    private func readPlanes(_ opened: OpenedJPEG, _ size: PixelSize) throws(ImageError) -> PlanarImage {
        var planes: [Plane] = []
        for (index, layout) in opened.planes.enumerated() {
            PlaneBuffer.reserve(layout.writtenBytes, in: &buffers[index])
            planes.append(layout.plane(in: buffers[index]))
        }
        // Each buffer holds `written_height` rows of its plane's stride, which is all that the reader writes to.
        let rows: [UnsafeMutablePointer<UInt8>?] = unsafe planes.map { unsafe $0.buffer.start }
        let strides = planes.map(\.stride)
        try check(unsafe codec_jpeg_reader_read_planes(reader, rows, strides))
        return PlanarImage(size: size, planes: planes)
    }

    private func readPixels(_ opened: OpenedJPEG, _ size: PixelSize) throws(ImageError) -> PlanarImage {
        let layout = opened.planes[0]
        var box = BoxAverage(
            PixelSize(width: Int(layout.width), height: Int(layout.height)), side: 1, background: .black,
            density: (layout.horizontal, layout.vertical), buffers: &buffers)
        PlaneBuffer.reserve(4 * Int(layout.width), in: &row)
        try check(unsafe codec_jpeg_reader_start_pixels(reader))
        for _ in 0..<layout.height {
            try check(unsafe codec_jpeg_reader_read_pixels(reader, row.start))
            unsafe box.add(row.start)
        }
        return PlanarImage(size: size, planes: box.planes)
    }

    private func finish() throws(ImageError) -> DecodingFindings {
        var codec = CodecFindings()
        try check(unsafe codec_jpeg_reader_finish(reader, &codec))
        var findings = DecodingFindings()
        if codec.damage > 0 {
            findings.damage("The JPEG decoder warned of damage: \(message) (\(codec.damage) in all).")
        }
        if codec.incomplete != 0 { findings.damage("The file lacks scans of the picture.") }
        if codec.ended_early != 0 { findings.warnings.append("The JPEG's end-of-image marker is missing.") }
        if codec.notices > 0 { findings.warnings.append("The JPEG's metadata is unusual.") }
        return findings
    }

    private var message: String { unsafe String(cString: codec_jpeg_reader_message(reader)) }

    private func check(_ status: CodecStatus) throws(ImageError) {
        if let error = ImageError(status, "JPEG", message: message) { throw error }
    }
}
