package import Raster

extension ImportedTiles {
    /// Leaves out the cells behind the last one that is not empty, where the format does not count tiles. Empty cells
    /// have one colour, that of the very last cell. The last sheet's first tile always stays: no program writes a sheet
    /// without tiles.
    ///
    /// - Throws: `limitExceeded`, `unavailable`.
    package mutating func removeEmptyCells(_ limits: DecodingLimits) throws {
        guard mayEndEmpty, let last = tiles.last else { return }
        mayEndEmpty = false
        let cells = tiles.suffix(while: { $0.picture == last.picture })
        guard cells.count > 1, let corner = last.rect else { return }
        let bytes = try pictures[last.picture].read(limit: limits.fileBytes)
        // Of a sheet that cannot be decoded all tiles become placeholders.
        guard let sheet = try? SheetDecoder(limits: limits).decode(bytes), let empty = sheet.flatColor(corner) else {
            return
        }
        let count = cells.dropFirst().reversed().prefix { cell in
            cell.rect.flatMap(sheet.flatColor).map { $0.isClose(to: empty) } ?? false
        }.count
        guard count > 0 else { return }
        removeLast(count)
        remarks.append(
            "\(count) \(count == 1 ? "cell" : "cells") of one colour at the end of the last sheet "
                + "\(count == 1 ? "is" : "are") left out; "
                + "of a film that ends in this colour --duration keeps those before the end.")
    }
}

extension Array {
    /// The last elements that satisfy a condition.
    fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
        let count = reversed().prefix(while: condition).count
        return suffix(count)
    }
}
