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

    /// Tells the format from the first bytes of a file; twelve are enough for every format.
    ///
    /// - Returns: nil when the bytes begin like none of the known formats.
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
