internal import CCodecs
package import TiledJPEG

/// Encodes a sheet of adjacent tiles without padding, for players that find a tile by its size alone.
///
/// A JPEG block may begin anywhere in a tile. So tiles of any size need no padding, but no tile can be moved as bytes.
package final class TileSheetEncoder {
    /// Maximum size of a sheet, in pixels.
    private static let mostPixels = 1 << 28

    private let tile: PixelSize
    private let columns: Int
    private let rows: Int
    private let canvas: TileCanvas
    private let encoder: TileEncoder

    /// Creates a black sheet.
    ///
    /// - Parameters:
    ///   - quality: JPEG quality, 1...100.
    ///   - chroma: The resolution of chroma. Tiles with an odd side have 4:4:4, so that no tile colors its neighbour.
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

    /// Draws a picture into a cell, counted from 0 along the rows.
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
    /// - Throws: `outOfMemory`; `malformed` or `unsupported` if libjpeg refuses the sheet.
    package func encoded() throws(ImageError) -> [UInt8] {
        canvas.replicateEdges()
        return try encoder.encode(canvas)
    }
}

/// Encodes a sheet as a lossless PNG, one row of cells at a time.
package struct PNGSheetEncoder {
    private let size: PixelSize
    private let cell: PixelSize
    private let writer: Writer
    private var rowsWritten = 0
    private var bytes: [UInt8] = []

    /// Creates a sheet of whole cells.
    ///
    /// - Throws: `invalidSettings` if `size` is not made of whole cells or exceeds libpng's limit, `outOfMemory`.
    package init(size: PixelSize, cell: PixelSize) throws(ImageError) {
        guard cell.width > 0, cell.height > 0, size.width > 0, size.height > 0, size.width % cell.width == 0,
            size.height % cell.height == 0, size.width <= Self.longestSide, size.height <= Self.longestSide
        else {
            throw ImageError(.invalidSettings, "sheet size", "A sheet of \(size) is not made of cells of \(cell).")
        }
        self.size = size
        self.cell = cell
        writer = try Writer(size)
    }

    /// Maximum length of a side that libpng accepts, in pixels.
    private static let longestSide = 1_000_000

    /// Adds the next row of cells, left to right; each tile's bytes are its cell's RGB pixels.
    ///
    /// - Throws: `invalidSettings` if the sheet has no further row, or the number or the size of the tiles does not
    ///   fit; `outOfMemory`.
    package mutating func append(_ tiles: [MadeTile]) throws(ImageError) {
        guard rowsWritten < size.height / cell.height else {
            throw ImageError(.invalidSettings, "sheet size", "A sheet of \(size) has no more than \(rowsWritten) rows.")
        }
        guard tiles.count == size.width / cell.width,
            tiles.allSatisfy({ $0.bytes.count == 3 * cell.pixelCount })
        else {
            throw ImageError(
                .invalidSettings, "row of cells",
                "\(tiles.count) tiles are not \(size.width / cell.width) cells of \(cell) in RGB.")
        }
        let stride = 3 * cell.width
        var row: [UInt8] = []
        row.reserveCapacity(3 * size.width)
        for y in 0..<cell.height {
            row.removeAll(keepingCapacity: true)
            for tile in tiles { row += tile.bytes[y * stride..<(y + 1) * stride] }
            try writer.write(row)
            writer.drain(into: &bytes)
        }
        rowsWritten += 1
    }

    /// Finishes the sheet.
    ///
    /// - Returns: The whole file.
    /// - Throws: `invalidSettings` if rows of cells are missing, `outOfMemory`.
    package mutating func finish() throws(ImageError) -> [UInt8] {
        guard rowsWritten == size.height / cell.height else {
            throw ImageError(
                .invalidSettings, "sheet size",
                "Only \(rowsWritten) of \(size.height / cell.height) rows of cells were added.")
        }
        try writer.finish()
        writer.drain(into: &bytes)
        return bytes
    }
}

/// libpng's encoder for one sheet.
@safe private final class Writer {
    /// Exists as long as this object.
    private let writer: OpaquePointer

    init(_ size: PixelSize) throws(ImageError) {
        guard let writer = unsafe codec_png_writer_create() else {
            throw ImageError(.outOfMemory, "PNG", "The encoder could not be made.")
        }
        unsafe self.writer = unsafe writer
        try check(unsafe codec_png_writer_start(writer, UInt32(size.width), UInt32(size.height)))
    }

    deinit { unsafe codec_png_writer_destroy(writer) }

    /// Writes one row, which has 3 bytes for each pixel of the sheet's width.
    func write(_ row: [UInt8]) throws(ImageError) {
        try check(unsafe codec_png_writer_write_row(writer, row))
    }

    func finish() throws(ImageError) { try check(unsafe codec_png_writer_finish(writer)) }

    /// Moves the encoded bytes to the end of `bytes`.
    func drain(into bytes: inout [UInt8]) {
        var count = 0
        // The writer's bytes are valid until it is used again.
        let start = unsafe codec_png_writer_take(writer, &count)
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }

    private func check(_ status: CodecStatus) throws(ImageError) {
        if let error = unsafe ImageError(
            status, "PNG", message: String(cString: codec_png_writer_message(writer)))
        {
            throw error
        }
    }
}
