import Synchronization

extension ThumbnailTrack {
    /// Keeps a picture that the host decoded, within the same budget as the sheets.
    ///
    /// - Parameters:
    ///   - image: Given back by ``heldImage(for:as:)`` as long as there is room for it.
    ///   - byteCount: What it takes: for a bitmap bytes per row times rows.
    ///   - tile: What it shows.
    /// - Returns: False where it does not fit beside what is shown, or the tile is one of another load.
    @discardableResult
    public func hold<Image: Sendable>(_ image: Image, byteCount: Int, for tile: PreviewTile) -> Bool {
        change { state in
            guard state.loaded?.number == tile.load else { return false }
            return state.cache.insert(image, byteCount: byteCount, for: .image(tile.index))
        }
    }

    /// The picture that the host gave for a tile, if it is still held.
    public func heldImage<Image: Sendable>(for tile: PreviewTile, as type: Image.Type = Image.self) -> Image? {
        state.withLock { state in
            guard state.loaded?.number == tile.load else { return nil }
            return state.cache.use(.image(tile.index)) as? Image
        }
    }

    /// Frees memory; look-ups go on, and what is needed again is downloaded again.
    ///
    /// - Parameter level: `low` frees all but what is shown and stops what nobody waits for; `critical` frees what is
    ///   shown, too, and stops every download.
    /// - Returns: The bytes freed.
    @discardableResult
    public func purge(_ level: MemoryPressure) -> Int {
        change { state in
            switch level {
            case .low:
                state.loaded?.downloads.cancelPrefetches()
                return state.cache.purge(keepingShown: true)
            case .critical:
                state.loaded?.downloads.cancelAll(isFinal: false)
                state.loaded?.wanted = nil
                state.cache.show([])
                return state.cache.purge(keepingShown: false)
            }
        }
    }
}
