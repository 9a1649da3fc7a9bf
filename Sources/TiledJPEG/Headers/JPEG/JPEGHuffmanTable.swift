/// A Huffman table: how many codes there are of each length, and the symbols in code order.
///
/// Source: [ITU-T T.81, B.2.4.2](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
package struct JPEGHuffmanTable: Hashable, Sendable {
    /// 16 counts: codes of 1, 2, ... 16 bits. They never ask for more codes than there are, nor for one of ones only.
    package let counts: [UInt8]
    /// 0...256 symbols.
    package let symbols: [UInt8]

    /// Reads the tables of one DHT segment into their four places each.
    static func read(
        _ segment: JPEGSegment, in bytes: [UInt8], dc: inout [JPEGHuffmanTable?], ac: inout [JPEGHuffmanTable?]
    ) throws(ImageHeaderError) {
        var reader = ByteReader(bytes, segment.payload)
        while let head = reader.byte() {
            let counts = reader.take(16).map(Array.init) ?? []
            let total = counts.reduce(0) { $0 + Int($1) }
            guard head & 0xEC == 0, counts.count == 16, total <= 256, isPrefixCode(counts),
                let symbols = reader.take(total)
            else { throw ImageHeaderError(.malformed, segment.subject, "A Huffman table does not add up.") }
            let table = JPEGHuffmanTable(counts: counts, symbols: Array(symbols))
            if head >> 4 == 0 { dc[Int(head & 3)] = table } else { ac[Int(head & 3)] = table }
        }
    }

    /// Whether there are enough codes of each length after the shorter ones, and none consists of ones only: that code
    /// is reserved (T.81, annex C), and decoders refuse tables that use it.
    private static func isPrefixCode(_ counts: [UInt8]) -> Bool {
        var code = 0
        for (index, count) in counts.enumerated() {
            code = code << 1 + Int(count)
            if code >= 1 << (index + 1) { return false }
        }
        return true
    }
}
