/// The header and metadata of a PNG.
package struct PNGHeader: Hashable, Sendable {
    /// Size as stored, in pixels; each side 1...2^31-1.
    package let size: PixelSize
    /// Bits a sample: 1, 2, 4, 8 or 16.
    package let bitDepth: Int
    /// The color type: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha.
    package let colorType: Int
    /// Whether the rows are stored in Adam7 passes.
    package let isInterlaced: Bool
    /// The orientation in an `eXIf` chunk among the bytes given; upright without one.
    package let orientation: ImageOrientation
    /// Whether there is an `iCCP` chunk among the bytes given.
    package let hasICCProfile: Bool

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Parses IHDR and the chunks after it, up to the end of the bytes. Checksums are left to the decoder.
    ///
    /// - Throws: `unrecognizedFormat`, `truncated` before the end of IHDR, `malformed`, `unsupported` for Xcode's PNG.
    package init(parsing bytes: [UInt8]) throws(TiledJPEGError) {
        var reader = ByteReader(bytes, bytes.indices)
        guard reader.consume(Self.signature) else {
            throw TiledJPEGError(.unrecognizedFormat, "PNG", "The signature is not a PNG's.")
        }
        guard let length = reader.bigEndian32(), let type = reader.bigEndian32() else {
            throw TiledJPEGError(.truncated, "IHDR", "The file ends after \(bytes.count) bytes.")
        }
        guard type != Self.chunkType("CgBI") else {
            throw TiledJPEGError(
                .unsupported, "CgBI",
                "The file is a PNG for iPhones, as Xcode writes it (CgBI); convert it to a plain PNG.")
        }
        guard type == Self.chunkType("IHDR"), length == 13 else {
            throw TiledJPEGError(.malformed, "IHDR", "The first chunk is not an IHDR of 13 bytes.")
        }
        guard let width = reader.bigEndian32(), let height = reader.bigEndian32(), let depth = reader.byte(),
            let color = reader.byte(), let compression = reader.byte(), let filter = reader.byte(),
            let interlace = reader.byte()
        else { throw TiledJPEGError(.truncated, "IHDR", "The file ends after \(bytes.count) bytes.") }
        guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
            throw TiledJPEGError(.malformed, "IHDR", "A size of \(width)x\(height) is not allowed.")
        }
        guard Self.depths(forColorType: color).contains(depth), compression == 0, filter == 0, interlace <= 1 else {
            throw TiledJPEGError(
                .malformed, "IHDR",
                "Color type \(color) with \(depth) bits, compression \(compression), filter \(filter), "
                    + "interlace \(interlace) is not allowed.")
        }
        size = PixelSize(width: width, height: height)
        bitDepth = Int(depth)
        colorType = Int(color)
        isInterlaced = interlace == 1
        (orientation, hasICCProfile) = Self.metadata(after: reader)
    }

    private static func depths(forColorType colorType: UInt8) -> [UInt8] {
        switch colorType {
        case 0: [1, 2, 4, 8, 16]
        case 3: [1, 2, 4, 8]
        case 2, 4, 6: [8, 16]
        default: []
        }
    }

    private static func metadata(after ihdr: ByteReader) -> (ImageOrientation, hasICCProfile: Bool) {
        var reader = ihdr
        var orientation: ImageOrientation?
        var hasICCProfile = false
        guard reader.skip(4) else { return (.topLeft, false) }
        while let length = reader.bigEndian32(), let type = reader.bigEndian32() {
            if type == chunkType("IEND") { break }
            if type == chunkType("iCCP") { hasICCProfile = true }
            if type == chunkType("eXIf"), orientation == nil {
                orientation = ExifOrientation.read(reader.bytes, reader.offset..<reader.offset + length)
            }
            guard reader.skip(length), reader.skip(4) else { break }
        }
        return (orientation ?? .topLeft, hasICCProfile)
    }

    private static func chunkType(_ name: StaticString) -> Int {
        var value = 0
        for byte in "\(name)".utf8 { value = value << 8 | Int(byte) }
        return value
    }
}
