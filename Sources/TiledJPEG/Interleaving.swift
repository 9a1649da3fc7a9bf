/// Cells of one size, `columns` of them side by side, about to become one JPEG.
struct Interleaving {
    let header: SheetHeader
    let size: PixelSize
    let columns: Int
    /// A whole number of rows.
    let cells: [EncodedTile]

    /// Writes the header, the segments row by row, a restart marker after each, and the end of the image in place of
    /// the last marker.
    ///
    /// Every segment is copied together with the two bytes after it, a marker, which is then overwritten: one copy for
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

    private var byteCount: Int {
        var count = header.count
        for position in cells.indices {
            let grid = cells[position].grid
            for row in 0..<cells[position].rows {
                for index in cells[position].segmentIndices(inRow: row) { count += grid.segments[index].count + 2 }
            }
        }
        return count
    }
}

extension EncodedTile {
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

    /// Which segments of the grid make up the tile's MCU row `row`.
    fileprivate func segmentIndices(inRow row: Int) -> Range<Int> {
        let first = (self.row + row) * grid.columns + column
        return first..<first + columns
    }
}
