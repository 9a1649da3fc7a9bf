import TiledJPEG

/// An earlier publication, whose tiles can be moved.
package struct PublishedSheets: Sendable {
    /// Its record.
    package let storyboard: Storyboard
    /// When its record was written, in nanoseconds since 1970; nil where that is not known.
    var recorded: Int64?
    /// Whether a sheet is in place, without reading it.
    let isPresent: @Sendable (Sheet) async -> Bool
    /// Reads a sheet.
    let read: @Sendable (Sheet) async throws -> [UInt8]

    /// Parses a sheet after comparing it with the record; nil where they differ.
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
