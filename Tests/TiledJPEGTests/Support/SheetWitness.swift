import TiledJPEG

/// The oracle for sheets: libjpeg reads the same from each cell of a sheet as from its tile.
enum SheetWitness {
    /// The first thing that is wrong with `sheet`; nil where it shows all `tiles` and libjpeg has nothing to forgive.
    static func firstFault(
        in sheet: [UInt8], showing tiles: [[UInt8]], columns: Int, cellSize: PixelSize
    ) throws -> String? {
        var known: [[UInt8]: JPEGOracle.Coefficients] = [:]
        for tile in Set(tiles) {
            guard let coefficients = JPEGOracle.coefficients(of: tile), coefficients.warnings == 0 else {
                return "libjpeg refuses a tile"
            }
            known[tile] = coefficients
        }
        guard let whole = JPEGOracle.coefficients(of: sheet) else { return "libjpeg refuses the sheet" }
        guard whole.warnings == 0 else { return "libjpeg has \(whole.warnings) warnings" }
        let rows = (tiles.count + columns - 1) / columns
        guard whole.width == columns * cellSize.width, whole.height == rows * cellSize.height else {
            return "the sheet has \(whole.width)x\(whole.height) pixels"
        }
        for (position, bytes) in tiles.enumerated() {
            guard let tile = known[bytes] else { continue }
            if let component = firstDifference(tile, whole, column: position % columns, row: position / columns) {
                return "tile \(position) differs in component \(component)"
            }
        }
        return nil
    }

    /// The first component in which the blocks at a cell are not those of the tile.
    private static func firstDifference(
        _ tile: JPEGOracle.Coefficients, _ sheet: JPEGOracle.Coefficients, column: Int, row: Int
    ) -> Int? {
        guard tile.components.count == sheet.components.count else { return 0 }
        for (index, (own, all)) in zip(tile.components, sheet.components).enumerated() {
            for y in 0..<own.down {
                let line = row * own.down + y
                guard line < all.down, (column + 1) * own.across <= all.across else { return index }
                let start = (line * all.across + column * own.across) * 64
                let expected = own.coefficients[y * own.across * 64..<(y + 1) * own.across * 64]
                if all.coefficients[start..<start + own.across * 64] != expected { return index }
            }
        }
        return nil
    }
}
