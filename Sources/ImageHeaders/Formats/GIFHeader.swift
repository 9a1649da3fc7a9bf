/// Reads the logical screen size of a GIF.
enum GIFHeader {
    static func size(of bytes: [UInt8]) throws(ImageHeaderError) -> PixelSize {
        var reader = ByteReader(bytes, bytes.indices)
        guard reader.skip(6), let width = reader.integer(of: 2, bigEndian: false),
            let height = reader.integer(of: 2, bigEndian: false)
        else { throw ImageHeaderError(.truncated, "GIF", "The file ends after \(bytes.count) bytes.") }
        guard width > 0, height > 0 else {
            throw ImageHeaderError(.malformed, "GIF", "A size of \(width)x\(height) is not allowed.")
        }
        return PixelSize(width: width, height: height)
    }
}
