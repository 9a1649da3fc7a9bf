/// The sums of the symbols after all needed coefficients, for each number of remaining bits.
struct SymbolTails {
    /// For `bits` remaining bits, from `1 << bits` on: consumed bits, advance and next table, which is 0 where
    /// the block ends. Where the bits show no whole symbol, nothing but the next table.
    private var words: [UInt32]
    /// For each number of bits the largest advance among its words.
    private var advances: [Int] = []

    /// - Parameter nothing: The bits of the next table where the block goes on.
    init(_ code: CanonicalCode, nothing: UInt32) {
        words = [UInt32](repeating: nothing, count: 2 * PeekWidth.values)
        unsafe words.withUnsafeMutableBufferPointer { words in
            for bits in 0...PeekWidth.bits {
                var most = 0
                // The shortest codes come first.
                for short in code.shortCodes {
                    guard short.length <= bits else { break }
                    most = max(most, unsafe Self.put(short, bits, nothing, advances, words))
                }
                advances.append(most)
            }
        }
    }

    /// The largest advance that `bits` remaining bits can show.
    func mostAdvance(_ bits: Int) -> Int { advances[bits] }

    /// Writes `first` plus each of the words of `bits` remaining bits.
    func add(_ bits: Int, to first: UInt32, at position: Int, _ target: UnsafeMutableBufferPointer<UInt32>) {
        unsafe words.withUnsafeBufferPointer { words in
            for index in 0..<1 << bits { unsafe target[position + index] = first &+ words[1 << bits + index] }
        }
    }

    /// Writes the words that begin with a code; returns their largest advance.
    private static func put(
        _ code: CanonicalCode.Short, _ bits: Int, _ nothing: UInt32, _ advances: [Int],
        _ words: UnsafeMutableBufferPointer<UInt32>
    ) -> Int {
        let position = 1 << bits + code.first >> (PeekWidth.bits - bits)
        let count = 1 << (bits - code.length)
        if code.symbol == 0 {
            for index in 0..<count {
                unsafe words[position + index] = LookupEntry.sum(consumed: code.length, advance: 0)
            }
            return 0
        }
        let consumed = code.length + Int(code.symbol & 15)
        let advance = Int(code.symbol >> 4) + 1
        let first = LookupEntry.sum(consumed: consumed, advance: advance)
        let room = bits - consumed
        if room >= 0, advances[room] + advance <= LookupEntry.mostAdvance {
            for index in 0..<count {
                unsafe words[position + index] = first &+ words[1 << room + index & (1 << room - 1)]
            }
            return advance + advances[room]
        }
        if consumed <= LookupEntry.mostConsumed - PeekWidth.bits + bits {
            for index in 0..<count { unsafe words[position + index] = first &+ nothing }
            return advance
        }
        return 0
    }
}
