/// The orientation tag of an Exif block.
enum ExifOrientation {
    static let identifier: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

    /// Reads tag 0x0112 of the first directory of a TIFF structure.
    ///
    /// Damaged metadata never spoils a picture: anything unexpected is nil, which callers take for upright.
    static func read(_ bytes: [UInt8], _ tiff: Range<Int>) -> ImageOrientation? {
        var header = ByteReader(bytes, tiff)
        let bigEndian: Bool
        if header.consume(Array("MM".utf8)) {
            bigEndian = true
        } else if header.consume(Array("II".utf8)) {
            bigEndian = false
        } else {
            return nil
        }
        guard header.integer(of: 2, bigEndian: bigEndian) == 42,
            let directory = header.integer(of: 4, bigEndian: bigEndian)
        else { return nil }
        var entries = ByteReader(bytes, tiff)
        guard entries.skip(directory), let count = entries.integer(of: 2, bigEndian: bigEndian) else { return nil }
        for _ in 0..<count {
            guard let tag = entries.integer(of: 2, bigEndian: bigEndian),
                let type = entries.integer(of: 2, bigEndian: bigEndian),
                let values = entries.integer(of: 4, bigEndian: bigEndian),
                let value = entries.integer(of: 2, bigEndian: bigEndian), entries.skip(2)
            else { return nil }
            if tag == 0x0112 {
                guard type == 3, values == 1, let value = UInt8(exactly: value) else { return nil }
                return ImageOrientation(rawValue: value)
            }
        }
        return nil
    }
}
