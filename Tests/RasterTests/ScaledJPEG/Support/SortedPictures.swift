import TestSupport

/// Pictures, sorted by independent decoders.
enum SortedPictures {
    /// Name and content of every JPEG of a class.
    static func jpegs(_ named: String) throws -> [(name: String, bytes: [UInt8])] {
        try ConformancePicture.all(named).compactMap { picture in
            let bytes = try ConformancePicture.bytes(picture.file)
            return bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? (picture.file, bytes) : nil
        }
    }
}
