public import Foundation
import HTTPFetching
import TiledJPEG

extension ThumbnailTrack {
    /// Loads a track; the previous one stays in use until the new one is loaded.
    ///
    /// WebVTT in common dialects and storyboard JSON are recognized by content. A second load, and ``reset()``, cancel
    /// a load under way.
    ///
    /// - Returns: Facts about the track.
    /// - Throws: `ScrubPreviewError` with any code but `notLoaded`; `CancellationError` when the task is cancelled, or
    ///   when a reset or another load intervenes.
    @discardableResult
    public func load(from url: URL) async throws -> LoadReport {
        try await load(url, by: ResourceReader(trackURL: url, options: options))
    }

    func load(_ url: URL, by reader: ResourceReader) async throws -> LoadReport {
        let loader = TrackLoader(reader: reader, options: options)
        let (number, task) = state.withLock { state in
            state.count += 1
            state.loading?.cancel()
            let number = state.count
            let task = Task { try await loader.load(url, numbered: number) }
            state.loading = task
            return (number, task)
        }
        let (timetable, report) = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        try Task.checkCancellation()
        let downloads = makeDownloads(of: timetable, reader: reader, number: number)
        let isCurrent = change { state in
            guard state.count == number else { return false }
            state.empty()
            state.loaded = Loaded(
                timetable: timetable, reader: reader, downloads: downloads, report: report, number: number)
            return true
        }
        guard isCurrent else { throw CancellationError() }
        return report
    }

    /// Clears the track and stops all loading before it returns; another load makes the track usable again.
    public func reset() {
        change { state in
            state.count += 1
            state.empty()
        }
    }

    private func makeDownloads(of timetable: TileIndex, reader: ResourceReader, number: Int) -> SheetDownloads {
        let (sheets, options) = (timetable.sheets, options)
        return SheetDownloads(maximum: options.maximumDownloads) { [weak self] index in
            let url = sheets[index]
            do {
                let resource = try await reader.read(url, limit: options.effectiveSheetLimit)
                try Task.checkCancellation()
                let sheet = try CachedSheet(resource.bytes, name: url.subjectName, budget: options.byteBudget)
                reader.keep(resource)
                self?.change { $0.keep(sheet, at: index, ofLoad: number) }
                return sheet
            } catch  where !(error is CancellationError) {
                self?.state.withLock { $0.noteUnfit(index, ofLoad: number) }
                throw error
            }
        }
    }
}

extension ThumbnailTrack.State {
    fileprivate mutating func empty() {
        loading?.cancel()
        loading = nil
        loaded?.prefetching?.cancel()
        loaded?.downloads.cancelAll(isFinal: true)
        loaded = nil
        cache.show([])
        _ = cache.purge(keepingShown: false)
    }

    /// Puts a sheet that has arrived into the cache, if there is room and the track is still the same.
    fileprivate mutating func keep(_ sheet: CachedSheet, at index: Int, ofLoad number: Int) {
        guard loaded?.number == number else { return }
        loaded?.timetable.note(sheet.header.uprightSize, ofSheet: index)
        if let wanted = loaded?.wanted, wanted.sheetIndex == index, sheet.byteCount <= cache.budget {
            // The previously shown item may be evicted from here on.
            cache.show(SheetCache.Key.shown(by: wanted))
        }
        if !cache.insert(sheet, byteCount: sheet.byteCount, for: .sheet(index)) { noteUnfit(index, ofLoad: number) }
    }

    fileprivate mutating func noteUnfit(_ index: Int, ofLoad number: Int) {
        guard loaded?.number == number else { return }
        loaded?.unfit.insert(index)
    }
}

extension SheetCache.Key {
    /// The sheets of the tile on the screen.
    static func shown(by tile: PreviewTile) -> Set<SheetCache.Key> {
        [.sheet(tile.sheetIndex), .image(tile.index)]
    }
}
