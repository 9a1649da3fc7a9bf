/// A picture's format, size and orientation, read from the first bytes of its file without decoding a pixel.
package struct ImageHeader: Hashable, Sendable {
    /// The format, recognized by content.
    package let format: ImageFormat
    /// Size as stored, before orientation, in pixels.
    package let size: PixelSize
    /// The orientation of the stored picture; `topLeft` if the file does not state a valid one, and for WebP and GIF.
    package let orientation: ImageOrientation
    /// Whether the file contains an ICC profile (JPEG and PNG only).
    package let hasICCProfile: Bool

    /// Size after orientation, in pixels.
    package var uprightSize: PixelSize { orientation.uprightSize(of: size) }

    /// Reads the header from a prefix of a file, or from all of it.
    ///
    /// - Throws: `unrecognizedFormat`, `truncated` if a longer prefix is needed, `malformed`, `unsupported`.
    package init(parsing prefix: [UInt8]) throws(TiledJPEGError) {
        guard let format = ImageFormat(sniffing: prefix) else {
            throw TiledJPEGError(
                .unrecognizedFormat, "header",
                ForeignContent(sniffing: prefix)?.reason
                    ?? "The first bytes are not those of a JPEG, PNG, WebP or GIF.")
        }
        self.format = format
        switch format {
        case .jpeg:
            let preamble = try JPEGPreamble(parsing: prefix)
            size = preamble.frame.size
            orientation = preamble.orientation
            hasICCProfile = preamble.hasICCProfile
        case .png:
            let png = try PNGHeader(parsing: prefix)
            size = png.size
            orientation = png.orientation
            hasICCProfile = png.hasICCProfile
        case .webp:
            size = try WebPHeader.size(of: prefix)
            orientation = .topLeft
            hasICCProfile = false
        case .gif:
            size = try GIFHeader.size(of: prefix)
            orientation = .topLeft
            hasICCProfile = false
        }
    }
}

/// Reads the logical screen size of a GIF.
enum GIFHeader {
    static func size(of bytes: [UInt8]) throws(TiledJPEGError) -> PixelSize {
        var reader = ByteReader(bytes, bytes.indices)
        guard reader.skip(6), let width = reader.integer(of: 2, bigEndian: false),
            let height = reader.integer(of: 2, bigEndian: false)
        else { throw TiledJPEGError(.truncated, "GIF", "The file ends after \(bytes.count) bytes.") }
        guard width > 0, height > 0 else {
            throw TiledJPEGError(.malformed, "GIF", "A size of \(width)x\(height) is not allowed.")
        }
        return PixelSize(width: width, height: height)
    }
}

/// A picture's file format, recognized by its content and never by its name.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    /// ISO/IEC 10918-1.
    case jpeg
    /// [Portable Network Graphics](https://www.w3.org/TR/png-3/).
    case png
    /// [WebP](https://www.rfc-editor.org/rfc/rfc9649).
    case webp
    /// GIF87a or GIF89a.
    case gif

    /// Recognizes the format by the first bytes of a file; twelve are enough for every format.
    ///
    /// - Returns: nil for bytes of other formats.
    package init?(sniffing prefix: [UInt8]) {
        if prefix.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if prefix.starts(with: PNGHeader.signature) {
            self = .png
        } else if prefix.starts(with: Array("GIF87a".utf8)) || prefix.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if prefix.starts(with: Array("RIFF".utf8)), prefix.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webp
        } else {
            return nil
        }
    }
}
