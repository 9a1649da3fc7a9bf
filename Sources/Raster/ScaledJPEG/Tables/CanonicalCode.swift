// The idea: the next bits are the index of an array whose elements are codes, so that a symbol is read without a
// search. Short codes have an array for the first `PeekWidth.bits` bits; longer codes share one for the 16-bit values
// after all short codes. The list of short codes serves to build the look-up tables.

import TiledJPEG

/// A Huffman code without the symbols that 8-bit pictures do not use.
struct CanonicalCode {
    /// A code that a peek contains completely.
    struct Short {
        let symbol: UInt8
        let length: Int
        /// The smallest peek value that begins with the code.
        let first: Int
    }

    /// Codes of at most `PeekWidth.bits` bits, the shortest first.
    let shortCodes: [Short]
    /// For each value of `PeekWidth.bits` bits, the code at its beginning: its length times 256 plus the symbol; 0 if
    /// the code is longer, or invalid.
    let short: [UInt16]
    /// As ``short``, for 16-bit values from `firstLong` on, which begin with a longer code or none.
    private let long: [UInt16]
    /// The first 16-bit value after all short codes.
    private let firstLong: Int

    init(_ table: JPEGHuffmanTable, isAllowed: (UInt8) -> Bool) {
        let width = PeekWidth.bits
        var short = [UInt16](repeating: 0, count: PeekWidth.values)
        var long: [UInt16] = []
        var firstLong = 0
        var shortCodes: [Short] = []
        var code = 0
        var position = 0
        for (index, count) in table.counts.enumerated() {
            let length = index + 1
            code <<= 1
            for _ in 0..<Int(count) {
                let symbol = table.symbols[position]
                if isAllowed(symbol) {
                    let entry = UInt16(length) << 8 | UInt16(symbol)
                    if length <= width {
                        let first = code << (width - length)
                        shortCodes.append(Short(symbol: symbol, length: length, first: first))
                        for value in first..<first + 1 << (width - length) { short[value] = entry }
                    } else {
                        let first = code << (16 - length) - firstLong
                        for value in first..<first + 1 << (16 - length) { long[value] = entry }
                    }
                }
                code += 1
                position += 1
            }
            if length == width {
                firstLong = code << (16 - width)
                long = [UInt16](repeating: 0, count: 1 << 16 - firstLong)
            }
        }
        self.short = short
        self.long = long
        self.firstLong = firstLong
        self.shortCodes = shortCodes
    }

    /// The code at the beginning of the next 16 bits, 0...65535; nil if there is no code.
    @inline(__always)
    func symbol(at peeked: Int) -> (symbol: Int, length: Int)? {
        let code = Int(peeked < firstLong ? short[peeked &>> (16 - PeekWidth.bits)] : long[peeked &- firstLong])
        return code == 0 ? nil : (code & 255, code &>> 8)
    }

    /// The code of DC differences: the symbol is the number of a difference's bits.
    static func dc(_ table: JPEGHuffmanTable) -> CanonicalCode { CanonicalCode(table) { $0 <= 11 } }

    /// The code of AC coefficients: the symbol contains a run of zeros and the number of the value's bits. Only two
    /// symbols have no value: the end of a block and the run of 16 zeros.
    static func ac(_ table: JPEGHuffmanTable) -> CanonicalCode {
        CanonicalCode(table) { symbol in
            symbol & 15 == 0 ? symbol == 0 || symbol == 0xF0 : symbol & 15 <= 10
        }
    }
}

/// The number of bits in a peek.
enum PeekWidth {
    @inline(__always) static var bits: Int { 11 }
    @inline(__always) static var values: Int { 1 << bits }
    /// Size of one look-up table, in bytes.
    @inline(__always) static var tableBytes: Int { values * MemoryLayout<UInt32>.size }
}
