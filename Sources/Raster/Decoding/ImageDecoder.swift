internal import CCodecs
internal import TiledJPEG

/// Decodes pictures one after another, at the smallest scale that a tile needs. Each worker needs a separate decoder.
///
/// Only memory and look-up tables are kept from picture to picture.
final class ImageDecoder {
    private let limits: DecodingLimits
    private let jpeg: JPEGDecoder
    private let png: PNGDecoder

    /// - Parameter tables: Look-up tables that decoders of the same files share.
    init(
        limits: DecodingLimits, background: RGBColor, tables: TableCache = TableCache()
    ) throws(ImageError) {
        self.limits = limits
        jpeg = try JPEGDecoder(limits: limits, tables: tables)
        png = try PNGDecoder(limits: limits, background: background)
    }

    /// Size of the memory kept for the next picture, in bytes.
    var scratchBytes: Int { jpeg.scratchBytes + png.scratchBytes }

    /// Maximum number of pixels under any limits, so that sums of bytes cannot overflow.
    private static let mostPixels = 1 << 40

    /// Parses the header and checks it against the limits; allocates no memory for pixels.
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

    /// Peak memory of `decode` in bytes, without the file.
    ///
    /// - Throws: Errors of `decode`.
    func workingBytes(
        for bytes: [UInt8], _ header: ImageHeader, _ plan: DecodingPlan
    ) throws(ImageError) -> Int {
        switch header.format {
        case .jpeg: try jpeg.workingBytes(for: bytes, header, plan)
        case .png: try png.workingBytes(for: bytes, header, plan)
        case .webp, .gif: throw Self.unsupported(header.format)
        }
    }

    /// Decodes together the pictures that can be decoded directly to their scale; nil for every other picture.
    func skipped(_ files: [ScreenshotFile]) -> [ScaledPicture?] { jpeg.skipped(files) }

    /// Decodes a picture.
    ///
    /// - Parameter scaled: The result of `skipped` for the file.
    /// - Throws: `malformed`, `unsupported`, `limitExceeded`, `outOfMemory`.
    func decode(_ file: ScreenshotFile, _ scaled: ScaledPicture?) throws(ImageError) -> DecodedImage {
        switch file.header.format {
        case .jpeg: try jpeg.decode(file, scaled)
        case .png: try png.decode(file.bytes, file.header, file.plan)
        case .webp, .gif: throw Self.unsupported(file.header.format)
        }
    }

    /// The error for a file whose header cannot be parsed. It names the actual content if that is known.
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

/// A screenshot's bytes, with the parsed header and the placement on the tile.
struct ScreenshotFile {
    let bytes: [UInt8]
    let header: ImageHeader
    let placement: StoredPlacement

    var plan: DecodingPlan { DecodingPlan(placement) }
}

/// A decoded picture in its stored orientation.
///
/// The decoder reuses the planes for the next picture, unless there are other references to them.
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

/// The scale of decoding: the smallest at which the visible part is not enlarged for the tile.
struct DecodingPlan: Hashable {
    /// Size of the visible part, in stored pixels.
    let source: PixelSize
    /// Size of the visible part on the tile, in pixels of the stored orientation.
    let target: PixelSize

    init(_ placement: StoredPlacement) {
        source = placement.source.size
        target = placement.storedTarget
    }

    /// The smallest DCT scale in eighths, 1, 2, 4 or 8, that is not enlarged for the tile; 8 if every scale is.
    var eighths: Int {
        [1, 2, 4].first { covers(source.width * $0 / 8, source.height * $0 / 8) } ?? 8
    }

    /// The largest side of averaged pixel boxes, a power of two 1...128, whose result is not enlarged for the tile.
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

/// Limits on decoding one screenshot. Sizes are checked from the header before memory for pixels is allocated.
public struct DecodingLimits: Hashable, Sendable {
    /// Maximum number of pixels as stored; 64 000 000 by default.
    public var pixels = 64_000_000
    /// Maximum size of the file in bytes; 512 MiB by default.
    public var fileBytes = 512 << 20
    /// Maximum memory of a decoder at any time in bytes, without the file; 256 MiB by default.
    public var workingBytes = 256 << 20
    /// Maximum number of scans in a JPEG; 100 by default. Encoders write about ten, and each scan costs a pass over the
    /// picture.
    public var scans = 100
    /// Maximum number of chunks in a PNG; 65 536 by default.
    public var chunks = 65_536

    /// Creates the default limits.
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
