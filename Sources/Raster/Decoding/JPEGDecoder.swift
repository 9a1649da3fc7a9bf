internal import CCodecs
internal import TiledJPEG

/// Decodes every kind of JPEG that libjpeg supports, at 1/8, 1/4, 1/2 or all of its size.
@safe final class JPEGDecoder {
    private let limits: DecodingLimits
    /// Exists as long as the decoder; closed while no file is being decoded.
    private let reader: OpaquePointer
    private var buffers = (0..<3).map { _ in PlaneBuffer(capacity: 0) }
    private var row = PlaneBuffer(capacity: 0)
    private let skipping: ScaledJPEGDecoder

    /// Memory for libjpeg's tables and rows in bytes; far more than measured.
    private static let overhead = 1 << 20

    init(limits: DecodingLimits, tables: TableCache = TableCache()) throws(ImageError) {
        self.limits = limits
        skipping = ScaledJPEGDecoder(cache: tables)
        guard let reader = unsafe codec_jpeg_reader_create() else {
            throw ImageError(.outOfMemory, "JPEG", "The decoder could not be made.")
        }
        unsafe self.reader = unsafe reader
    }

    deinit { unsafe codec_jpeg_reader_destroy(reader) }

    var scratchBytes: Int { buffers.reduce(row.capacity + skipping.scratchBytes) { $0 + $1.capacity } }

    func workingBytes(
        for bytes: [UInt8], _ header: ImageHeader, _ plan: DecodingPlan
    ) throws(ImageError) -> Int {
        try unsafe bytes.withUnsafeBufferPointer { (file) throws(ImageError) -> Int in
            defer { unsafe codec_jpeg_reader_close(reader) }
            let general = try unsafe open(file, header, plan).workingBytes
            return max(general, Self.skippingBytes(bytes, header, plan))
        }
    }

    /// Decodes together the files that can be decoded directly to their scale; nil for every other file.
    func skipped(_ files: [ScreenshotFile]) -> [ScaledPicture?] {
        var pictures = [ScaledPicture?](repeating: nil, count: files.count)
        for scale in JPEGScale.allCases {
            let chosen = files.indices.filter { index in
                let file = files[index]
                return file.header.format == .jpeg && file.plan.eighths == scale.rawValue
                    && Self.skippingBytes(file.bytes, file.header, file.plan) <= limits.workingBytes
            }
            guard !chosen.isEmpty else { continue }
            for (index, result) in zip(chosen, skipping.decode(chosen.map { files[$0].bytes }, at: scale)) {
                pictures[index] = try? result.get()
            }
        }
        return pictures
    }

    /// Maximum memory of decoding directly to a scale in bytes: the scan without stuffing, and three planes of one
    /// size.
    private static func skippingBytes(_ bytes: [UInt8], _ header: ImageHeader, _ plan: DecodingPlan) -> Int {
        overhead + bytes.count + 3 * header.size.pixelCount * plan.eighths * plan.eighths / 64
    }

    /// Decodes a JPEG to planes: uses the result of the scaled decoder if there is one, else libjpeg with the needed
    /// scans, else libjpeg with the whole file.
    func decode(_ file: ScreenshotFile, _ scaled: ScaledPicture?) throws(ImageError) -> DecodedImage {
        if let scaled {
            let image = PlanarImage(size: scaled.size, planes: planes(of: scaled))
            return DecodedImage(header: file.header, image: image, findings: DecodingFindings(), decoding: .scaled)
        }
        if let scale = JPEGScale(rawValue: file.plan.eighths),
            let filtered = ProgressiveFilter.filtered(file.bytes, scale: scale)
        {
            return try decode(filtered, file, .filtered)
        }
        return try decode(file.bytes, file, .general)
    }

    private func decode(
        _ bytes: [UInt8], _ file: ScreenshotFile, _ decoding: MadeTile.Decoding
    ) throws(ImageError) -> DecodedImage {
        // The reader points to the array's bytes, which stay in place until the reader is closed.
        try unsafe bytes.withUnsafeBufferPointer { (input) throws(ImageError) -> DecodedImage in
            defer { unsafe codec_jpeg_reader_close(reader) }
            let opened = try unsafe open(input, file.header, file.plan)
            try limits.checkWorking(bytes: opened.workingBytes, "JPEG")
            let image =
                opened.layout == .pixels
                ? try readPixels(opened, file.header.size) : try readPlanes(opened, file.header.size)
            return DecodedImage(header: file.header, image: image, findings: try finish(), decoding: decoding)
        }
    }

    /// Copies planes into aligned buffers, from which the resampler reads them.
    private func planes(of picture: ScaledPicture) -> [Plane] {
        picture.planes.enumerated().map { index, scaled in
            let stride = Plane.stride(forWidth: scaled.width)
            PlaneBuffer.reserve(stride * scaled.height, in: &buffers[index])
            let plane = Plane(
                size: PixelSize(width: scaled.width, height: scaled.height), stride: stride,
                horizontal: Plane.Density(samples: picture.scale.rawValue, pixels: 8 * scaled.horizontalSpan),
                vertical: Plane.Density(samples: picture.scale.rawValue, pixels: 8 * scaled.verticalSpan),
                buffer: buffers[index])
            unsafe scaled.samples.withUnsafeBufferPointer { samples in
                guard let start = samples.baseAddress else { return }
                // `samples` holds `height` rows of its stride, which is at least `width`, and so does the buffer.
                for y in 0..<scaled.height {
                    unsafe plane.row(y).update(from: start + y * scaled.stride, count: scaled.width)
                }
            }
            return plane
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
        // Each buffer holds `written_height` rows of its plane's stride. The reader writes no other bytes.
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

/// An opened JPEG: its header was read and its scale chosen.
struct OpenedJPEG {
    let layout: CodecJPEGLayout
    let planes: [CodecJPEGPlane]
    /// Peak memory of decoding, in bytes.
    let workingBytes: Int

    init(_ frame: CodecJPEGFrame, _ planes: [CodecJPEGPlane], overhead: Int) {
        layout = frame.layout
        switch frame.layout {
        case .gray: self.planes = Array(planes.prefix(1))
        case .planes: self.planes = planes
        case .pixels: self.planes = Array(planes.prefix(1))
        }
        // Pixels are split into three planes of the same size.
        let copies = frame.layout == .pixels ? 3 : 1
        workingBytes = self.planes.reduce(frame.coefficient_bytes + overhead) { $0 + copies * $1.writtenBytes }
    }
}

extension CodecJPEGPlane {
    var horizontal: Plane.Density {
        Plane.Density(samples: Int(horizontal_numerator), pixels: Int(horizontal_denominator))
    }

    var vertical: Plane.Density { Plane.Density(samples: Int(vertical_numerator), pixels: Int(vertical_denominator)) }

    /// Size in bytes of a buffer for all samples that the codec writes.
    var writtenBytes: Int { Plane.stride(forWidth: Int(written_width)) * Int(written_height) }

    /// The plane of the visible picture, in a buffer of at least `writtenBytes`.
    func plane(in buffer: PlaneBuffer) -> Plane {
        Plane(
            size: PixelSize(width: Int(width), height: Int(height)),
            stride: Plane.stride(forWidth: Int(written_width)), horizontal: horizontal, vertical: vertical,
            buffer: buffer)
    }
}
