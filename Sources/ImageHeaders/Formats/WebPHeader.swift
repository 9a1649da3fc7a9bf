/// Reads the canvas size of a WebP: lossy, lossless or extended.
///
/// Source: [RFC 9649, section 2](https://www.rfc-editor.org/rfc/rfc9649#section-2).
enum WebPHeader {
    static func size(of bytes: [UInt8]) throws(ImageHeaderError) -> PixelSize {
        guard bytes.count >= 30 else {
            throw ImageHeaderError(.truncated, "WebP", "The file ends after \(bytes.count) bytes.")
        }
        var reader = ByteReader(bytes, 20..<30)
        let chunk = Array(bytes[12..<16])
        var size: PixelSize?
        if chunk == Array("VP8X".utf8), reader.skip(4) {
            size = sides(reader.integer(of: 3, bigEndian: false), reader.integer(of: 3, bigEndian: false), plus: 1)
        } else if chunk == Array("VP8 ".utf8), reader.skip(3), reader.consume([0x9D, 0x01, 0x2A]) {
            let width = reader.integer(of: 2, bigEndian: false).map { $0 & 0x3FFF }
            size = sides(width, reader.integer(of: 2, bigEndian: false).map { $0 & 0x3FFF }, plus: 0)
        } else if chunk == Array("VP8L".utf8), reader.consume([0x2F]),
            let bits = reader.integer(of: 4, bigEndian: false)
        {
            size = sides(bits & 0x3FFF, bits >> 14 & 0x3FFF, plus: 1)
        }
        guard let size, size.width > 0, size.height > 0 else {
            throw ImageHeaderError(.malformed, "WebP", "No readable VP8, VP8L or VP8X chunk follows the RIFF header.")
        }
        return size
    }

    private static func sides(_ width: Int?, _ height: Int?, plus one: Int) -> PixelSize? {
        guard let width, let height else { return nil }
        return PixelSize(width: width + one, height: height + one)
    }
}
