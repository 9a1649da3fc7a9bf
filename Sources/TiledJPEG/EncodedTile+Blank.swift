extension EncodedTile {
    /// A mid-gray tile with the tables and the cell of `tile`: every coefficient of every block is zero.
    ///
    /// Nil where the Huffman tables, made for one picture, have no code for a zero difference or for the end of a
    /// block.
    init?(blankLike tile: EncodedTile) {
        let format = tile.format
        var bits = BitWriter()
        for _ in 0..<format.restartInterval {
            for component in format.components {
                guard let zeroDifference = component.dcTable.code(of: 0), let endOfBlock = component.acTable.code(of: 0)
                else { return nil }
                // With one component an MCU is one block, whatever the sampling factors are.
                let blocks = format.components.count == 1 ? 1 : component.horizontal * component.vertical
                for _ in 0..<blocks {
                    bits.write(zeroDifference)
                    bits.write(endOfBlock)
                }
            }
        }
        let segment = bits.finished()
        let grid = RestartGrid(
            unchecked: tile.size, format: format, columns: tile.columns, rows: tile.rows, header: tile.grid.header,
            bytes: segment + [0xFF, JPEGMarker.endOfImage.rawValue],
            segments: Array(repeating: segment.indices, count: tile.columns * tile.rows))
        self.init(
            unchecked: tile.size, in: grid, column: 0, row: 0, columns: tile.columns, rows: tile.rows)
    }
}

/// A Huffman code: its `length` low bits, 1...16.
private struct HuffmanCode {
    let bits: UInt32
    let length: Int
}

extension JPEGHuffmanTable {
    /// The code of `symbol`; codes count upwards within a length and double from one length to the next.
    ///
    /// Source: [ITU-T T.81, annex C](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
    fileprivate func code(of symbol: UInt8) -> HuffmanCode? {
        guard let place = symbols.firstIndex(of: symbol) else { return nil }
        var code: UInt32 = 0
        var passed = 0
        for (index, count) in counts.enumerated() {
            if place < passed + Int(count) {
                return HuffmanCode(bits: code + UInt32(place - passed), length: index + 1)
            }
            passed += Int(count)
            code = (code + UInt32(count)) << 1
        }
        return nil
    }
}

/// A writer of entropy-coded bits: most significant bit first, a zero stuffed after every 0xFF.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var pendingCount = 0

    mutating func write(_ code: HuffmanCode) {
        pending = pending << UInt32(code.length) | code.bits
        pendingCount += code.length
        while pendingCount >= 8 {
            pendingCount -= 8
            let byte = UInt8(truncatingIfNeeded: pending >> UInt32(pendingCount))
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
    }

    /// The bytes, the last one filled up with ones.
    mutating func finished() -> [UInt8] {
        if pendingCount > 0 {
            let free = 8 - pendingCount
            write(HuffmanCode(bits: 1 << UInt32(free) - 1, length: free))
        }
        return bytes
    }
}
