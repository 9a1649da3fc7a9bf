internal import CCodecs
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
    private static func unreadable(_ bytes: [UInt8], _ error: TiledJPEGError) -> ImageError {
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

/// A decoded picture in its stored orientation.
///
/// The decoder reuses its planes for the next picture; it never writes to planes with other references.
struct DecodedImage {
    let header: ImageHeader
    let image: PlanarImage
    let findings: DecodingFindings
    let decoding: MadeTile.Decoding
}

/// Faults that a decoder tolerated.
struct DecodingFindings: Hashable {
    /// Whether parts of the picture are wrong or missing.
    var isDamaged = false
    /// One sentence each, damage first.
    var warnings: [String] = []

    mutating func damage(_ sentence: String) {
        isDamaged = true
        warnings.append(sentence)
    }
}

/// The scale of decoding: the smallest one that still covers the visible part.
struct DecodingPlan: Hashable {
    /// The part that is shown, in stored pixels.
    let source: PixelSize
    /// The pixels that it fills on the tile, as stored.
    let target: PixelSize

    init(_ placement: StoredPlacement) {
        source = placement.source.size
        target = placement.storedTarget
    }

    /// The smallest DCT scale in eighths, 1, 2, 4 or 8, that leaves nothing to enlarge; 8 where everything has to be.
    var eighths: Int {
        [1, 2, 4].first { covers(source.width * $0 / 8, source.height * $0 / 8) } ?? 8
    }

    /// The largest power of two, 1...128, by which boxes of pixels can be averaged with nothing left to enlarge.
    var boxSide: Int {
        [128, 64, 32, 16, 8, 4, 2].first { covers(source.width / $0, source.height / $0) } ?? 1
    }

    private func covers(_ width: Int, _ height: Int) -> Bool { width >= target.width && height >= target.height }
}

extension ScreenshotFile {
    /// The bytes of the ICC profile; nil without a profile of at most ``ICCProfile/maximumBytes``.
    var profile: [UInt8]? {
        guard header.hasICCProfile else { return nil }
        switch header.format {
        case .jpeg: return JPEGProfile.read(bytes)
        case .png: return Self.profile(ofPNG: bytes)
        case .webp, .gif: return nil
        }
    }

    private static func profile(ofPNG bytes: [UInt8]) -> [UInt8]? {
        let capacity = ICCProfile.maximumBytes
        let profile = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
            // At most `capacity` bytes are written, which is the buffer's size.
            written = unsafe bytes.withUnsafeBufferPointer { file in
                unsafe codec_png_profile(file.baseAddress, file.count, buffer.baseAddress, capacity)
            }
        }
        return profile.isEmpty ? nil : profile
    }
}

/// Limits on decoding one screenshot, checked from its header before anything is allocated.
public struct DecodingLimits: Hashable, Sendable {
    /// Pixels of the picture as stored; 64 megapixels by default.
    public var pixels = 64_000_000
    /// Bytes of the file; 512 MiB by default.
    public var fileBytes = 512 << 20
    /// Bytes that a decoder may allocate at a time, besides the file; 256 MiB by default.
    public var workingBytes = 256 << 20
    /// Scans of a JPEG; encoders write about ten, and each costs a pass over the picture. 100 by default.
    public var scans = 100
    /// Chunks of a PNG; 65 536 by default.
    public var chunks = 65_536

    /// The defaults.
    public init() {}

    func checkFile(bytes: Int) throws(ImageError) {
        guard bytes <= fileBytes else {
            throw ImageError(.limitExceeded, "file", "\(bytes) bytes exceed the limit of \(fileBytes) bytes.")
        }
    }

    func checkWorking(bytes: Int, _ subject: String) throws(ImageError) {
        guard bytes <= workingBytes else {
            throw ImageError(
                .limitExceeded, subject,
                "Decoding takes \(bytes) working bytes, which exceeds the limit of \(workingBytes) bytes.")
        }
    }
}

extension ImageError {
    /// Converts the status of a codec; `nil` for success.
    init?(_ status: CodecStatus, _ subject: String, message: @autoclosure () -> String) {
        let code: Code
        switch status {
        case .done: return nil
        case .malformed: code = .malformed
        case .unsupported: code = .unsupported
        case .limitExceeded: code = .limitExceeded
        case .outOfMemory: code = .outOfMemory
        }
        self.init(code, subject, "The codec gave up: \(message()).")
    }
}
