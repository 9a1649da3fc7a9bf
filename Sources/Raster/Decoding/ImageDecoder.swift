internal import TiledJPEG

/// Decodes pictures one after another, shrunk on the way to what a tile needs; one for each worker.
///
/// Memory is kept from picture to picture; nothing else is.
final class ImageDecoder {
    private let limits: DecodingLimits
    private let jpeg: JPEGDecoder
    private let png: PNGDecoder

    /// - Parameter tables: What decoders of the same files share.
    init(
        limits: DecodingLimits, background: RGBColor, tables: TableCache = TableCache()
    ) throws(ImageError) {
        self.limits = limits
        jpeg = try JPEGDecoder(limits: limits, tables: tables)
        png = try PNGDecoder(limits: limits, background: background)
    }

    /// Bytes kept for the next picture.
    var scratchBytes: Int { jpeg.scratchBytes + png.scratchBytes }

    /// Maximum number of pixels under any limits, so that sums of bytes cannot overflow.
    private static let mostPixels = 1 << 40

    /// Reads the header and holds it against the limits; nothing is allocated for pixels.
    ///
    /// - Throws: `unrecognizedFormat`, `malformed`, `unsupported`, `limitExceeded`.
    func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader {
        try limits.checkFile(bytes: bytes.count)
        let header: ImageHeader
        do { header = try ImageHeader(parsing: bytes) } catch { throw Self.unreadable(bytes, error) }
        guard header.size.pixelCount <= min(limits.pixels, Self.mostPixels) else {
            throw ImageError(
                .limitExceeded, header.format.rawValue,
                "\(header.size) pixels exceed the limit of \(min(limits.pixels, Self.mostPixels)) pixels.")
        }
        return header
    }

    /// Bytes that `decode` will hold at its peak, the file left out.
    ///
    /// - Throws: as `decode`.
    func workingBytes(
        for bytes: [UInt8], _ header: ImageHeader, _ plan: DecodingPlan
    ) throws(ImageError) -> Int {
        switch header.format {
        case .jpeg: try jpeg.workingBytes(for: bytes, header, plan)
        case .png: try png.workingBytes(for: bytes, header, plan)
        case .webp, .gif: throw Self.unsupported(header.format)
        }
    }

    /// Decodes, side by side, those pictures that can be decoded straight to their scale; nil for every other.
    func skipped(_ files: [ScreenshotFile]) -> [ScaledPicture?] { jpeg.skipped(files) }

    /// Decodes a picture.
    ///
    /// - Parameter scaled: What `skipped` gave for it.
    /// - Throws: `malformed`, `unsupported`, `limitExceeded`, `outOfMemory`.
    func decode(_ file: ScreenshotFile, _ scaled: ScaledPicture?) throws(ImageError) -> DecodedImage {
        switch file.header.format {
        case .jpeg: try jpeg.decode(file, scaled)
        case .png: try png.decode(file.bytes, file.header, file.plan)
        case .webp, .gif: throw Self.unsupported(file.header.format)
        }
    }

    /// Headers of more formats are parsed than can be decoded.
    private static func unreadable(_ bytes: [UInt8], _ error: ImageHeaderError) -> ImageError {
        guard error.code == .unrecognizedFormat else { return ImageError(error) }
        return ImageError(
            .unrecognizedFormat, error.subject,
            bytes.isEmpty
                ? "The file is empty."
                : ForeignContent(sniffing: bytes)?.reason ?? "The first bytes are not those of a JPEG or PNG.")
    }

    private static func unsupported(_ format: ImageFormat) -> ImageError {
        ImageError(
            .unsupported, format.rawValue,
            "Screenshots are read as JPEG or PNG, not as \(format.rawValue); convert the file.")
    }
}

/// A screenshot's bytes, with the header parsed and checked against the limits.
struct ScreenshotFile {
    let bytes: [UInt8]
    let header: ImageHeader
    let placement: StoredPlacement

    var plan: DecodingPlan { DecodingPlan(placement) }
}
