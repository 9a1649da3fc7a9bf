import TiledJPEG
import WebVTT

/// The sheets that a document names, each listed once.
struct ImportedSheets {
    let folder: ImportFolder
    let document: String
    private(set) var pictures: [ImportedPicture] = []
    /// By URLs, and by names within the folder.
    private var known: [String: (position: Int, size: PixelSize)] = [:]
    private var named: [String: (position: Int, size: PixelSize)] = [:]

    init(folder: ImportFolder, document: String) {
        self.folder = folder
        self.document = document
    }

    /// The position of a sheet, and its size.
    ///
    /// - Throws: `notFound`, `unsupported`, `malformed`, `unavailable`.
    mutating func sheet(_ url: String) throws -> (position: Int, size: PixelSize) {
        if let sheet = known[url] { return sheet }
        let picture = try folder.picture(of: url, in: document)
        // URLs that differ in their queries, or in how they are written, name one file.
        let sheet = try named[picture.name] ?? (position: pictures.count, size: picture.header().size)
        if sheet.position == pictures.count {
            pictures.append(picture)
            named[picture.name] = sheet
        }
        known[url] = sheet
        return sheet
    }

    /// The tiles of a sheet, row by row.
    ///
    /// A cell may be up to 15 pixels wider and higher than its tile, which lies in its top left corner: encoders of JPEG
    /// fill up blocks. A last sheet may have fewer rows than the grid.
    ///
    /// - Parameters:
    ///   - tile: Pixels of a tile; nil for all of a cell.
    ///   - count: The most tiles.
    ///   - time: The time of each, by its position on the sheet.
    /// - Throws: as ``sheet(_:)``; `malformed` where the sheet has no such grid.
    mutating func tiles(
        of url: String, tile: PixelSize?, grid: TileGrid, count: Int, time: (Int) -> Timestamp
    ) throws -> [ImportedTiles.Tile] {
        let (picture, size) = try sheet(url)
        let tile = tile ?? PixelSize(width: size.width / grid.columns, height: size.height / grid.rows)
        guard let cell = Self.cell(of: tile, grid, on: size) else {
            throw MosaicError(
                .malformed, pictures[picture].name, "A sheet of \(size) has no grid of \(grid) tiles of \(tile).")
        }
        let rows = size.height / cell.height
        return (0..<max(0, min(count, grid.columns * rows))).map { position in
            ImportedTiles.Tile(
                time: time(position), picture: picture,
                rect: PixelRect(
                    x: position % grid.columns * cell.width, y: position / grid.columns * cell.height,
                    width: tile.width, height: tile.height))
        }
    }

    /// The cell of a tile on a sheet; nil where the sheet has no such grid.
    static func cell(of tile: PixelSize, _ grid: TileGrid, on sheet: PixelSize) -> PixelSize? {
        guard tile.width > 0, tile.height > 0, tile.width <= sheet.width, tile.height <= sheet.height else {
            return nil
        }
        let cells = [1, 8, 16].map { tile.roundedUp(toMultipleOf: PixelSize(width: $0, height: $0)) }
        guard let width = cells.first(where: { $0.width * grid.columns == sheet.width })?.width,
            let height = cells.map(\.height).first(where: {
                sheet.height.isMultiple(of: $0) && sheet.height / $0 <= grid.rows
            })
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}
