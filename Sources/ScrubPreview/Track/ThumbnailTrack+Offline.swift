public import Foundation
import HTTPFetching
import WebVTT

extension ThumbnailTrack {
    /// Writes the loaded track and all of its sheets into a folder, from which ``load(from:)-(OfflineCopy)`` opens it
    /// without a network.
    ///
    /// The copy has the thumbnails in memory, at most ``Options/maximumThumbnails``. Sheets are named by their
    /// content and lie beside the track. A second copy into the same folder writes only changes; the track is
    /// replaced last, so an interrupted copy leaves the earlier one intact, and the next copy reuses its sheets. One
    /// sheet at a time is in memory beside the cache. Use a folder for each track, and one writer for each folder.
    ///
    /// - Parameters:
    ///   - folder: Created if missing.
    ///   - maximumBytes: Maximum bytes of all files; 512 MiB by default.
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
        // Addresses that were refused at loading are listed, too; no cue names them.
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

    /// Loads a copy; the previous track stays in use until it is loaded.
    ///
    /// - Throws: See ``load(from:)-(URL)``.
    @discardableResult
    public func load(from copy: OfflineCopy) async throws -> LoadReport {
        try await load(copy.track, by: ResourceReader(copy: copy, options: options))
    }

    /// Loads a copy.
    ///
    /// - Throws: See ``load(from:)-(URL)``.
    public static func load(from copy: OfflineCopy, options: Options = Options()) async throws -> ThumbnailTrack {
        let track = ThumbnailTrack(options: options)
        try await track.load(from: copy)
        return track
    }

    /// A sheet from the cache, or downloaded past it: a copy does not evict what a person scrubs through.
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

    /// The cues as they are, gaps included, with the names of the copy's files.
    private static func document(_ timetable: TileIndex, _ names: [String]) -> [UInt8] {
        var text = "WEBVTT\n"
        for entry in timetable.entries {
            let payload = CuePayload(url: names[entry.sheet], fragment: entry.fragment)
            text += "\n\(entry.start) --> \(entry.end)\n\(payload)\n"
        }
        return Array(text.utf8)
    }
}
