package import TiledJPEG

/// Encodes a sheet whose tiles lie side by side at their own size, for players that step from tile to tile by size alone.
///
/// Blocks of the JPEG begin anywhere in a tile, so that tiles of any size need no padding; none can be moved as bytes.
package final class TileSheetEncoder {
    /// The largest sheet, in pixels.
    private static let mostPixels = 1 << 28

    private let tile: PixelSize
    private let columns: Int
    private let rows: Int
    private let canvas: TileCanvas
    private let encoder: TileEncoder

    /// Begins a black sheet.
    ///
    /// - Parameters:
    ///   - quality: 1...100.
    ///   - chroma: The resolution of chroma; tiles of odd sides get all of it, so that none colours its neighbour.
    /// - Throws: `invalidSettings` for a sheet that no JPEG can hold, `limitExceeded`, `outOfMemory`.
    package init(
        of tile: PixelSize, columns: Int, rows: Int, quality: Int, chroma: ChromaSubsampling, tables: TableSet
    ) throws(ImageError) {
        let (width, widthOverflows) = tile.width.multipliedReportingOverflow(by: columns)
        let (height, heightOverflows) = tile.height.multipliedReportingOverflow(by: rows)
        let sides = 1...65_500
        guard !widthOverflows, !heightOverflows, sides.contains(width), sides.contains(height), columns > 0 else {
            throw ImageError(.invalidSettings, "sheet size", "\(columns)x\(rows) tiles of \(tile) fit no JPEG.")
        }
        guard width * height <= Self.mostPixels else {
            throw ImageError(
                .limitExceeded, "sheet size",
                "A sheet of \(width)x\(height) exceeds the limit of \(Self.mostPixels) pixels.")
        }
        let isEven = tile.width.isMultiple(of: 2) && tile.height.isMultiple(of: 2)
        let chroma = isEven ? chroma : .yuv444
        let size = PixelSize(width: width, height: height)
        self.tile = tile
        self.columns = columns
        self.rows = rows
        encoder = try TileEncoder(quality: quality, tables: tables)
        canvas = TileCanvas(
            tileSize: size, cellSize: size.roundedUp(toMultipleOf: chroma.mcuSize), chroma: chroma)
        canvas.fill(YCbCrColor(.black))
    }

    /// Puts a picture into a cell, counted from 0 along the rows.
    ///
    /// - Throws: `invalidSettings` for a picture of another size, or a cell that the sheet does not have.
    package func draw(_ picture: PlanarPicture, at cell: Int) throws(ImageError) {
        guard picture.size == tile, (0..<columns * rows).contains(cell) else {
            throw ImageError(
                .invalidSettings, "tile", "A picture of \(picture.size) does not fit cell \(cell) of tiles of \(tile).")
        }
        canvas.draw(picture, at: PixelSize(width: cell % columns * tile.width, height: cell / columns * tile.height))
    }

    /// The sheet as a JPEG.
    ///
    /// - Throws: `outOfMemory`, `invalidSettings`.
    package func encoded() throws(ImageError) -> [UInt8] {
        canvas.replicateEdges()
        return try encoder.encode(canvas)
    }
}
