import HTTPFetching
import TiledJPEG
public import WebVTT

extension ThumbnailTrack {
    /// Returns the picture of a tile: at once if its sheet is cached, otherwise after the download.
    ///
    /// From then on the tile counts as shown: its sheet stays cached until another tile is shown, or until
    /// ``stopShowing()``, ``reset()`` or a critical ``purge(_:)``. Simultaneous requests share one download. Cancel the
    /// task when the scrub has moved on: a download without requests is cancelled.
    ///
    /// - Throws: `ScrubPreviewError`: `notLoaded` for a tile of another load, `malformed` for a rectangle outside its
    ///   sheet, and all errors of a download; `CancellationError` when the task is cancelled, and after ``reset()``,
    ///   another load, or ``purge(_:)`` with `critical`.
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

    /// Returns the picture of a tile if its sheet is cached, without waiting; nil otherwise, and for a rectangle
    /// outside the sheet.
    ///
    /// The tile counts as shown from now on, as with ``picture(for:)``.
    public func heldPicture(for tile: PreviewTile) -> TilePicture? {
        let request = state.withLock { $0.request(tile, prefetches: options.prefetches) }
        guard let request, let held = request.held else { return nil }
        if let next = request.next { request.downloads.prefetch(next) }
        return try? held.picture(of: tile.fragment)
    }

    /// The tile as a separate JPEG: cut from its sheet without decoding, or the sheet itself if the tile is all of it.
    ///
    /// - Returns: Nil for a sheet that is not a JPEG, and for a tile that cannot be cut without decoding;
    ///   ``picture(for:)`` then returns the sheet, and a rectangle for a part of it.
    /// - Throws: Errors of ``picture(for:)``.
    public nonisolated(nonsending) func jpeg(for tile: PreviewTile) async throws -> [UInt8]? {
        let picture = try await picture(for: tile)
        return picture.crop == nil && picture.format == .jpeg ? picture.bytes : nil
    }

    /// Marks no tile as shown, so that any cached item may be evicted.
    public func stopShowing() {
        state.withLock { state in
            state.loaded?.wanted = nil
            state.cache.show([])
        }
    }
}

/// The cached sheet of a requested tile, and the downloads.
private struct TileRequest {
    let held: CachedSheet?
    let downloads: SheetDownloads
    /// The next sheet in the direction of the scrub; nil if no sheet should be prefetched.
    let next: Int?
}

extension ThumbnailTrack.State {
    /// Records the last requested tile, which counts as shown if its sheet is cached; returns nil for a tile of another
    /// load.
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

extension ThumbnailTrack {
    /// Downloads sheets before they are needed, one after the other: sheets around a time, or all sheets.
    ///
    /// Prefetching ends when the cache has no room for another sheet; the largest sheet so far serves as the estimate
    /// of the next size. A larger sheet may make the cache exceed `maximumBytes`, but not ``Options/byteBudget``. Only
    /// sheets of the kept thumbnails are downloaded. Sheets that are missing, refused, too large or not pictures are
    /// skipped.
    ///
    /// A second call, ``purge(_:)``, ``reset()`` and another load cancel the prefetch.
    ///
    /// - Parameters:
    ///   - time: The time whose sheet comes first; neighbouring sheets follow on alternating sides. Nil begins at the
    ///     first sheet.
    ///   - sheetCount: Maximum number of sheets, including cached ones; nil for all.
    ///   - maximumBytes: Maximum size of the cache in bytes; nil for the whole budget.
    /// - Returns: Number of the sheets that were cached before or have been downloaded.
    /// - Throws: `ScrubPreviewError`: `notLoaded`, `unavailable`, `denied`, `timedOut`; errors of the app's loader;
    ///   `CancellationError`.
    @discardableResult
    public func prefetch(
        around time: Timestamp? = nil, sheetCount: Int? = nil, maximumBytes: Int? = nil
    ) async throws -> Int {
        try Task.checkCancellation()
        let limit = min(maximumBytes ?? .max, options.byteBudget)
        let task = state.withLock { state -> Task<Int, any Error>? in
            guard let loaded = state.loaded else { return nil }
            loaded.prefetching?.cancel()
            let order = loaded.timetable.sheets(around: time ?? .zero).prefix(max(0, sheetCount ?? .max))
            let (downloads, number) = (loaded.downloads, loaded.number)
            let task = Task { [weak self] in
                var cached = 0
                var largest = 0
                for index in order {
                    try Task.checkCancellation()
                    guard let next = self?.prefetchState(of: index, ofLoad: number) else { throw CancellationError() }
                    if let size = next.cachedSize {
                        largest = max(largest, size)
                        cached += 1
                        continue
                    }
                    guard !next.isUnfit else { continue }
                    guard next.cachedBytes < limit, largest <= limit - next.cachedBytes else { break }
                    do {
                        largest = max(largest, try await downloads.sheet(index).byteCount)
                        cached += 1
                    } catch let error as ScrubPreviewError where error.isOfOneFile {}
                }
                return cached
            }
            state.loaded?.prefetching = task
            return task
        }
        guard let task else { throw ScrubPreviewError(.notLoaded, "track", "There is no track to prefetch.") }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Nil if another track is loaded, or none.
    private func prefetchState(of sheet: Int, ofLoad number: Int) -> PrefetchState? {
        state.withLock { state in
            guard let loaded = state.loaded, loaded.number == number else { return nil }
            return PrefetchState(
                cachedSize: state.cache.size(of: .sheet(sheet)), isUnfit: loaded.unfit.contains(sheet),
                cachedBytes: state.cache.byteCount)
        }
    }
}

/// The state of the track before the next sheet of a prefetch.
private struct PrefetchState {
    /// Size of the sheet in bytes; nil if it is not cached.
    let cachedSize: Int?
    let isUnfit: Bool
    let cachedBytes: Int
}

extension TileIndex {
    /// All sheets: the sheet of a time first, then its neighbours on alternating sides.
    func sheets(around time: Timestamp) -> [Int] {
        guard let first = tile(at: time, policy: .nearest)?.index else { return [] }
        var (order, seen): ([Int], Set<Int>) = ([], [])
        for distance in 0..<entries.count {
            for number in [first + distance, first - distance] where entries.indices.contains(number) {
                if seen.insert(entries[number].sheet).inserted { order.append(entries[number].sheet) }
            }
        }
        return order
    }
}

extension ThumbnailTrack {
    /// Purges whenever the system runs low on memory, until ``stopWatchingMemory()`` is called or the track is
    /// released.
    ///
    /// A track does not watch the memory without this call; a second call replaces the first source.
    public func watchMemory(_ source: MemoryPressureSource = .system) {
        let watch = Task { [weak self] in
            for await pressure in source.pressures() {
                guard let self else { return }
                self.purge(pressure)
            }
        }
        let former = state.withLock { state in
            defer { state.pressureWatch = watch }
            return state.pressureWatch
        }
        former?.cancel()
    }

    /// Stops the purging that ``watchMemory(_:)`` started.
    public func stopWatchingMemory() {
        let former = state.withLock { state in
            defer { state.pressureWatch = nil }
            return state.pressureWatch
        }
        former?.cancel()
    }
}
