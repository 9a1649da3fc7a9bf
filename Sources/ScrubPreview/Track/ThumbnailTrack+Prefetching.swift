import HTTPFetching
public import WebVTT

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
