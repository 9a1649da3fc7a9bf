import HTTPFetching
import TiledJPEG
public import WebVTT

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

extension ThumbnailTrack {
    /// Downloads sheets before they are needed: those around a time, or all, one after the other.
    ///
    /// It ends before the next sheet could evict another, as far as the largest sheet so far tells, so that at most
    /// `maximumBytes` are cached, and never more than ``Options/byteBudget``. Only sheets of the thumbnails that are
    /// kept are downloaded. A sheet that is missing or no picture is left out.
    ///
    /// A second call, ``purge(_:)``, ``reset()`` and another load cancel it.
    ///
    /// - Parameters:
    ///   - time: The time whose sheet is the first; the sheets next to it follow, on either side in turn. Nil begins at
    ///     the first sheet.
    ///   - sheetCount: The most sheets, those included that are cached already; nil for all.
    ///   - maximumBytes: The most bytes of the cache; nil for the whole budget.
    /// - Returns: How many of the sheets are cached now.
    /// - Throws: `ScrubPreviewError`: `notLoaded`, `unavailable`, `denied`, `timedOut`; `CancellationError`.
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

    /// Nil where another track is loaded, or none.
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
    /// Bytes of the sheet where it is cached.
    let cachedSize: Int?
    let isUnfit: Bool
    let cachedBytes: Int
}

extension TileIndex {
    /// All sheets, that of a time first, then those that a scrub reaches next on either side in turn.
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
    /// Purges whenever the system runs low on memory, until ``stopWatchingMemory()`` or the track's end.
    ///
    /// Nothing is watched unless this is called; a second call replaces the source of the first.
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

    /// Stops purging on its own.
    public func stopWatchingMemory() {
        let former = state.withLock { state in
            defer { state.pressureWatch = nil }
            return state.pressureWatch
        }
        former?.cancel()
    }
}
