/// One encoded thumbnail: a window of whole restart intervals in the bytes of a picture.
///
/// Copying or moving a tile copies no entropy-coded byte. A tile keeps the bytes of its whole source picture alive;
/// ``encoded()`` makes a separate JPEG.
public struct EncodedTile: Sendable {
    /// Size of the visible part, in pixels.
    public let size: PixelSize
    let grid: RestartGrid
    /// Position in the grid, in intervals and MCU rows.
    let column: Int
    let row: Int
    /// Extent in the grid, in intervals and MCU rows.
    let columns: Int
    let rows: Int

    /// The format that all tiles of a sheet share.
    public var format: TileFormat { grid.format }

    /// Size of the cell that the tile fills in a sheet, in pixels: `size` rounded up to whole MCUs.
    public var cellSize: PixelSize {
        let interval = grid.format.intervalSize
        return PixelSize(width: columns * interval.width, height: rows * interval.height)
    }

    /// Creates a tile from a stand-alone JPEG.
    ///
    /// - Throws: `notTiled`, `malformed`; see ``RestartGrid/init(parsing:)``.
    public init(parsing bytes: [UInt8]) throws(TiledJPEGError) {
        let grid = try RestartGrid(parsing: bytes)
        self.init(unchecked: grid.size, in: grid, column: 0, row: 0, columns: grid.columns, rows: grid.rows)
    }

    /// The caller guarantees that the window is within the grid.
    init(unchecked size: PixelSize, in grid: RestartGrid, column: Int, row: Int, columns: Int, rows: Int) {
        self.size = size
        self.grid = grid
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
    }

    /// The tile as a JPEG of its visible size, with the header of the picture that it was cut from.
    ///
    /// O(bytes of the tile).
    public func encoded() -> [UInt8] {
        Interleaving(header: grid.header, size: size, columns: 1, cells: [self]).encoded()
    }

    /// The first property that keeps this tile from sharing a sheet with `other`; nil if they can share one.
    public func firstDifference(from other: EncodedTile) -> String? {
        guard cellSize == other.cellSize else { return "cell is \(cellSize), not \(other.cellSize)" }
        if grid === other.grid || grid.header.isEqualApartFromSize(to: other.grid.header) { return nil }
        return format.firstDifference(from: other.format)
    }
}

extension EncodedTile {
    /// A mid-gray tile with the tables and the cell of `tile`: every coefficient of every block is zero.
    ///
    /// Nil if the Huffman tables, made for one picture, have no code for a zero difference or for the end of a block.
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

/// A Huffman code: the low `length` bits, 1...16.
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

    /// The bytes; the last one is filled up with ones.
    mutating func finished() -> [UInt8] {
        if pendingCount > 0 {
            let free = 8 - pendingCount
            write(HuffmanCode(bits: 1 << UInt32(free) - 1, length: free))
        }
        return bytes
    }
}

/// Cells of one size, in rows of `columns` cells, to be written as one JPEG.
struct Interleaving {
    let header: SheetHeader
    let size: PixelSize
    let columns: Int
    /// The cells of whole rows.
    let cells: [EncodedTile]

    /// Writes the header, then the segments row by row, with a restart marker after each. The last marker is the end of
    /// the image.
    ///
    /// Every segment is copied together with the marker after it, two bytes, which are then overwritten: one copy for
    /// each segment.
    func encoded() -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(byteCount)
        header.write(size: size, to: &output)
        var end = output.count
        var restart: UInt8 = 0
        for start in stride(from: 0, to: cells.count, by: columns) {
            for row in 0..<cells[start].rows {
                for position in start..<start + columns {
                    cells[position].write(row, restart: &restart, end: &end, to: &output)
                }
            }
        }
        output[end - 1] = JPEGMarker.endOfImage.rawValue
        return output
    }

    private var byteCount: Int { cells.reduce(header.count) { $0 + $1.segmentBytes } }
}

extension EncodedTile {
    /// Size in bytes of the header of the picture that the tile was cut from.
    package var headerBytes: Int { grid.header.count }

    /// Size of the tile's segments in bytes, each with the marker after it.
    package var segmentBytes: Int {
        var count = 0
        for row in 0..<rows {
            for index in segmentIndices(inRow: row) { count += grid.segments[index].count + 2 }
        }
        return count
    }

    fileprivate func write(_ row: Int, restart: inout UInt8, end: inout Int, to output: inout [UInt8]) {
        for index in segmentIndices(inRow: row) {
            let segment = grid.segments[index]
            output += grid.bytes[segment.lowerBound..<segment.upperBound + 2]
            end += segment.count + 2
            output[end - 2] = 0xFF
            output[end - 1] = 0xD0 | restart
            restart = (restart + 1) & 7
        }
    }

    /// The indices of the grid's segments in the tile's MCU row `row`.
    fileprivate func segmentIndices(inRow row: Int) -> Range<Int> {
        let first = (self.row + row) * grid.columns + column
        return first..<first + columns
    }
}
