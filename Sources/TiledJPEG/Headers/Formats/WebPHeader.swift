/// Reads the canvas size of a WebP: lossy, lossless or extended.
///
/// Source: [RFC 9649, section 2](https://www.rfc-editor.org/rfc/rfc9649#section-2).
enum WebPHeader {
    // The chunk types as big-endian integers: "VP8 ", "VP8L", "VP8X".
    private static let lossy = 0x5650_3820
    private static let lossless = 0x5650_384C
    private static let extended = 0x5650_3858

    static func size(of bytes: [UInt8]) throws(ImageHeaderError) -> PixelSize {
        var reader = ByteReader(bytes, 12..<30)
        let chunk = reader.bigEndian32()
        // How far the size reaches into each chunk; a lossless file may be shorter than any lossy header.
        let needed = chunk == lossless ? 5 : 10
        guard reader.skip(4), reader.remaining >= needed else {
            throw ImageHeaderError(.truncated, "WebP", "The file ends after \(bytes.count) bytes.")
        }
        var size: PixelSize?
        if chunk == extended, reader.skip(4) {
            size = sides(reader.integer(of: 3, bigEndian: false), reader.integer(of: 3, bigEndian: false), plus: 1)
        } else if chunk == lossy, reader.skip(3), reader.consume([0x9D, 0x01, 0x2A]) {
            let width = reader.integer(of: 2, bigEndian: false).map { $0 & 0x3FFF }
            size = sides(width, reader.integer(of: 2, bigEndian: false).map { $0 & 0x3FFF }, plus: 0)
        } else if chunk == lossless, reader.consume([0x2F]), let bits = reader.integer(of: 4, bigEndian: false) {
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
