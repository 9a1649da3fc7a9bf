import TiledJPEG

/// An earlier publication, whose tiles can be moved instead of made anew.
package struct PublishedSheets: Sendable {
    /// Its record.
    package let storyboard: Storyboard
    /// When its record was written, in nanoseconds since 1970; nil where that is not known.
    var recorded: Int64?
    /// Whether a sheet is in place, told without reading it.
    let isPresent: @Sendable (Sheet) async -> Bool
    /// Reads a sheet.
    let read: @Sendable (Sheet) async throws -> [UInt8]

    /// Takes a sheet apart after checking that it is what the record says; nil where it is not.
    func tiles(of sheet: Sheet) async -> [EncodedTile]? {
        guard let bytes = try? await read(sheet), bytes.count == sheet.bytes, ContentHash(of: bytes) == sheet.sha256
        else {
            return nil
        }
        return try? TiledSheet(
            parsing: bytes, cellSize: storyboard.geometry.cell, tileSize: storyboard.geometry.tile, count: sheet.tiles
        ).tiles
    }
}
