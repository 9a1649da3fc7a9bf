public import Foundation
import HTTPFetching
import TiledJPEG
import WebVTT

extension ThumbnailTrack {
    /// Loads a track; the previous one stays in use until the new one is loaded.
    ///
    /// The format is recognized by content: WebVTT in common dialects, or storyboard JSON. A second load and
    /// ``reset()`` cancel a load in progress.
    ///
    /// - Returns: Facts about the track.
    /// - Throws: `ScrubPreviewError` with any code but `notLoaded`; errors of the app's loader; `CancellationError`
    ///   when the task is cancelled, or when a reset or another load intervenes.
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

    /// Clears the track and cancels all loading before it returns. Another load makes the track usable again.
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

    /// Caches a downloaded sheet and records its size, if the track is still the same. A tile that waits for the sheet
    /// counts as shown afterwards. A sheet that does not fit is not prefetched again.
    fileprivate mutating func keep(_ sheet: CachedSheet, at index: Int, ofLoad number: Int) {
        guard loaded?.number == number else { return }
        loaded?.timetable.note(sheet.header.uprightSize, ofSheet: index)
        if let wanted = loaded?.wanted, wanted.sheetIndex == index, sheet.byteCount <= cache.budget {
            // The previously shown item may be evicted from now on.
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
    /// Cache keys of the tile on the screen: its sheet and its decoded image.
    static func shown(by tile: PreviewTile) -> Set<SheetCache.Key> {
        [.sheet(tile.sheetIndex), .image(tile.index)]
    }
}

extension ThumbnailTrack {
    /// Writes the loaded track and all of its sheets into a folder, from which ``load(from:)-(OfflineCopy)`` opens it
    /// without a network.
    ///
    /// The copy contains the loaded thumbnails, at most ``Options/maximumThumbnails``. Sheets are named by content and
    /// lie in the same folder as the track. One sheet at a time is in memory in addition to the cache.
    ///
    /// A second copy into the same folder writes only changes. The track is replaced last: an interrupted copy leaves
    /// the earlier one intact, and the next copy reuses its sheets. Use a separate folder for each track, and one
    /// writer for each folder.
    ///
    /// - Parameters:
    ///   - folder: Created if missing.
    ///   - maximumBytes: Maximum size of all files in bytes; 512 MiB by default.
    /// - Throws: `ScrubPreviewError`: `notLoaded`, `limitExceeded`, `unavailable`, and all errors of a download;
    ///   `CancellationError`.
    @discardableResult
    public func save(to folder: URL, maximumBytes: Int = 512 << 20) async throws -> SaveReport {
        guard let loaded = state.withLock({ $0.loaded }) else {
            throw ScrubPreviewError(.notLoaded, folder.subjectName, "There is no track to copy.")
        }
        let timetable = loaded.timetable
        var writer = try CopyWriter(copy: OfflineCopy(in: folder), limit: maximumBytes)
        var names: [String] = []
        // The list also contains URLs that were refused during loading; no cue names them.
        let named = Set(timetable.entries.map(\.sheet))
        for (index, url) in timetable.sheets.enumerated() {
            try Task.checkCancellation()
            if !named.contains(index) {
                names.append("")
            } else if let name = try writer.take(existing: url, limit: options.effectiveSheetLimit) {
                names.append(name)
            } else {
                names.append(try writer.add(try await sheet(index, at: url, of: loaded), from: url))
            }
        }
        try Task.checkCancellation()
        try writer.finish(Self.document(timetable, names))
        return SaveReport(
            copy: writer.copy, sheetCount: writer.names.count - 1, writtenFileCount: writer.writtenFileCount,
            byteCount: writer.byteCount)
    }

    /// Loads a copy; the previous track stays in use until the copy is loaded.
    ///
    /// - Throws: See ``load(from:)-(URL)``.
    @discardableResult
    public func load(from copy: OfflineCopy) async throws -> LoadReport {
        try await load(copy.track, by: ResourceReader(copy: copy, options: options))
    }

    /// Creates a track and loads a copy.
    ///
    /// - Throws: See ``load(from:)-(URL)``.
    public static func load(from copy: OfflineCopy, options: Options = Options()) async throws -> ThumbnailTrack {
        let track = ThumbnailTrack(options: options)
        try await track.load(from: copy)
        return track
    }

    /// A sheet from the cache, or a download that bypasses the cache: saving a copy must not evict sheets in use.
    private func sheet(_ index: Int, at url: URL, of loaded: Loaded) async throws -> CachedSheet {
        let held = state.withLock { state in
            state.loaded?.number == loaded.number ? state.cache.use(.sheet(index)) as? CachedSheet : nil
        }
        if let held { return held }
        let resource = try await loaded.reader.read(url, limit: options.effectiveSheetLimit)
        let sheet = try CachedSheet(resource.bytes, name: url.subjectName, budget: options.byteBudget)
        loaded.reader.keep(resource)
        return sheet
    }

    /// The cues as WebVTT, gaps included, with the file names of the copy.
    private static func document(_ timetable: TileIndex, _ names: [String]) -> [UInt8] {
        var text = "WEBVTT\n"
        for entry in timetable.entries {
            let payload = CuePayload(url: names[entry.sheet], fragment: entry.fragment)
            text += "\n\(entry.start) --> \(entry.end)\n\(payload)\n"
        }
        return Array(text.utf8)
    }
}
