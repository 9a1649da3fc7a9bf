import HTTPFetching

extension ThumbnailTrack {
    /// Caches a picture that the host decoded, within the same budget as the sheets.
    ///
    /// - Parameters:
    ///   - image: Returned by ``heldImage(for:as:)`` until it is evicted.
    ///   - byteCount: Its size: for a bitmap bytes per row times rows.
    ///   - tile: The tile that it shows.
    /// - Returns: False where it does not fit beside the shown items, or the tile is of another load.
    @discardableResult
    public func hold<Image: Sendable>(_ image: Image, byteCount: Int, for tile: PreviewTile) -> Bool {
        change { state in
            guard state.loaded?.number == tile.load else { return false }
            return state.cache.insert(image, byteCount: byteCount, for: .image(tile.index))
        }
    }

    /// The cached picture of a tile; nil without one.
    public func heldImage<Image: Sendable>(for tile: PreviewTile, as type: Image.Type = Image.self) -> Image? {
        state.withLock { state in
            guard state.loaded?.number == tile.load else { return nil }
            return state.cache.use(.image(tile.index)) as? Image
        }
    }

    /// Frees memory; look-ups still work, and evicted sheets are downloaded again when needed.
    ///
    /// - Parameter level: `low` frees all but shown items and cancels prefetches; `critical` frees shown items, too,
    ///   and cancels every download.
    /// - Returns: The bytes freed.
    @discardableResult
    public func purge(_ level: MemoryPressure) -> Int {
        change { state in
            state.loaded?.prefetching?.cancel()
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
