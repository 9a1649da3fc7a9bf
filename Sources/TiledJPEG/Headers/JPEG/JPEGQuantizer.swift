/// A quantization table.
///
/// Source: [ITU-T T.81, B.2.4.1](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
package struct JPEGQuantizer: Hashable, Sendable {
    /// 64 divisors in zig-zag order; 0...65 535, as the file has them.
    package let values: [UInt16]
    /// Bits a value was stored in: 8 or 16.
    package let precision: Int

    /// Reads the tables of one DQT segment into their four places.
    static func read(
        _ segment: JPEGSegment, in bytes: [UInt8], into tables: inout [JPEGQuantizer?]
    ) throws(ImageHeaderError) {
        var reader = ByteReader(bytes, segment.payload)
        while let head = reader.byte() {
            let width = head >> 4 == 0 ? 1 : 2
            guard head >> 4 <= 1, head & 15 <= 3, let stored = reader.take(64 * width) else {
                throw ImageHeaderError(.malformed, segment.subject, "A quantization table does not add up.")
            }
            let values =
                width == 1
                ? stored.map { UInt16($0) }
                : stride(from: stored.startIndex, to: stored.endIndex, by: 2).map {
                    UInt16(stored[$0]) << 8 | UInt16(stored[$0 + 1])
                }
            tables[Int(head & 15)] = JPEGQuantizer(values: values, precision: 8 * width)
        }
    }
}
