import TiledJPEG

/// An earlier publication, whose tiles can be moved.
package struct PublishedSheets: Sendable {
    /// Its record.
    package let storyboard: Storyboard
    /// Where its sheets are.
    let store: any ObjectStore
    /// The key above its sheets; nil where the store holds one storyboard only.
    let folder: ObjectKey?

    /// Whether a sheet is in place with its length, without reading it.
    func isPresent(_ sheet: Sheet) async -> Bool {
        (try? await store.status(of: key(of: sheet)))?.bytes == sheet.bytes
    }

    /// Parses a sheet after comparing it with the record; nil where they differ.
    func tiles(of sheet: Sheet) async -> [EncodedTile]? {
        guard let bytes = try? await store.read(key(of: sheet), limit: sheet.bytes), bytes.count == sheet.bytes,
            ContentHash(of: bytes) == sheet.sha256
        else { return nil }
        return try? TiledSheet(
            parsing: bytes, cellSize: storyboard.geometry.cell, tileSize: storyboard.geometry.tile, count: sheet.tiles
        ).tiles
    }

    private func key(of sheet: Sheet) -> ObjectKey {
        folder?.appending(sheet.name.rawValue) ?? ObjectKey(part: sheet.name.rawValue)
    }
}
