import HTTPFetching
import TiledJPEG

extension ThumbnailTrack {
    /// The picture of a tile: at once where its sheet is cached, otherwise after the download.
    ///
    /// The tile counts as shown from now on, so that its sheet stays cached until another tile is shown. A sheet is
    /// downloaded once for all requests. Cancel the task when the scrub has moved on: a download without requests is
    /// cancelled.
    ///
    /// - Throws: `ScrubPreviewError`: `notLoaded` for a tile of another load, `malformed` for a rectangle outside its
    ///   sheet, and all errors of a download; `CancellationError` when the task is cancelled, after ``reset()``, and
    ///   after ``purge(_:)`` with `critical`.
    public nonisolated(nonsending) func picture(for tile: PreviewTile) async throws -> TilePicture {
        try Task.checkCancellation()
        let request = state.withLock { $0.request(tile, prefetches: options.prefetches) }
        guard let request else {
            throw ScrubPreviewError(
                .notLoaded, tile.sheet.subjectName, "The tile belongs to a track that is no longer loaded.")
        }
        let sheet: CachedSheet
        if let held = request.held {
            sheet = held
        } else {
            sheet = try await request.downloads.sheet(tile.sheetIndex)
        }
        // Prefetched only after the requested sheet has arrived.
        if let next = request.next { request.downloads.prefetch(next) }
        return try sheet.picture(of: tile.fragment)
    }

    /// The picture of a tile where its sheet is cached, without waiting; nil otherwise.
    ///
    /// The tile counts as shown from now on, as with ``picture(for:)``.
    public func heldPicture(for tile: PreviewTile) -> TilePicture? {
        let request = state.withLock { $0.request(tile, prefetches: options.prefetches) }
        guard let request, let held = request.held else { return nil }
        if let next = request.next { request.downloads.prefetch(next) }
        return try? held.picture(of: tile.fragment)
    }

    /// The tile as a separate JPEG, cut from its sheet without decoding.
    ///
    /// - Returns: Nil for a sheet that cannot be cut by bytes; ``picture(for:)`` then has sheet and rectangle.
    /// - Throws: Errors of ``picture(for:)``.
    public nonisolated(nonsending) func jpeg(for tile: PreviewTile) async throws -> [UInt8]? {
        let picture = try await picture(for: tile)
        return picture.crop == nil && picture.format == .jpeg ? picture.bytes : nil
    }

    /// Says that no tile is on the screen, so that nothing has to stay in memory.
    public func stopShowing() {
        state.withLock { state in
            state.loaded?.wanted = nil
            state.cache.show([])
        }
    }
}

/// The state of the track for a requested tile.
private struct TileRequest {
    let held: CachedSheet?
    let downloads: SheetDownloads
    /// The sheet that the scrub moves towards, if it should be fetched.
    let next: Int?
}

extension ThumbnailTrack.State {
    /// Nil for a tile of another load.
    fileprivate mutating func request(_ tile: PreviewTile, prefetches: Bool) -> TileRequest? {
        guard let downloads = loaded?.downloads, loaded?.number == tile.load else { return nil }
        loaded?.wanted = tile
        let held = cache.use(.sheet(tile.sheetIndex)) as? CachedSheet
        if held != nil { cache.show(SheetCache.Key.shown(by: tile)) }
        return TileRequest(held: held, downloads: downloads, next: prefetches ? nextSheet(from: tile) : nil)
    }

    private mutating func nextSheet(from tile: PreviewTile) -> Int? {
        guard let step = loaded?.scrub.move(to: tile.index),
            let next = loaded?.timetable.nextSheet(after: tile.index, step: step),
            loaded?.unfit.contains(next) == false, !cache.holds(.sheet(next))
        else { return nil }
        return next
    }
}
