import TiledJPEG

/// Lays tiles out on sheets, in order and by bytes: nothing is decoded or encoded.
///
/// At most the tiles of one sheet are kept, with the pictures that they are cut from.
struct SheetPacking {
    /// A sheet and its bytes.
    typealias Packed = (sheet: Sheet, bytes: [UInt8])

    let geometry: TileGeometry
    /// The sheets so far.
    private(set) var sheets: [Sheet] = []
    private var waiting: [EncodedTile] = []

    init(geometry: TileGeometry) { self.geometry = geometry }

    /// Adds a tile; returns the sheet that it fills, nil where there is room for more.
    ///
    /// - Throws: `TiledJPEGError` where the tile cannot share a sheet with the one before.
    mutating func add(_ tile: EncodedTile) throws -> Packed? {
        waiting.append(tile)
        return waiting.count == geometry.grid.count ? try pack() : nil
    }

    /// The last sheet; nil where all tiles are on sheets.
    ///
    /// - Throws: `TiledJPEGError` where its empty cells cannot be filled.
    mutating func finish() throws -> Packed? { waiting.isEmpty ? nil : try pack() }

    private mutating func pack() throws -> Packed {
        let bytes = try TiledSheet(assembling: waiting, columns: geometry.grid.columns).encoded()
        let hash = ContentHash(of: bytes)
        let sheet = Sheet(
            name: SheetName(number: sheets.count, hash: hash, format: .jpeg),
            size: geometry.sheetSize(tiles: waiting.count), tiles: waiting.count, bytes: bytes.count, sha256: hash)
        sheets.append(sheet)
        waiting = []
        return (sheet, bytes)
    }
}
