package import Foundation

/// Where one storyboard lies in a store, and the one order in which it is published there.
///
/// Sheets come first, then the record, then the track, which is what players read: whoever reads the track finds every
/// sheet that it names, whenever the writer is killed. Superseded sheets go later.
package struct StoryboardPlace: Sendable {
    let store: any ObjectStore
    /// The key that all of the storyboard's objects lie below; nil where the store holds nothing else.
    let folder: ObjectKey?
    /// What was published here before; nil where nothing was.
    let previous: Storyboard?
    /// When its record was written, in nanoseconds since 1970; nil where that is not known.
    let recorded: Int64?

    /// The largest record that is read, in bytes.
    static let recordLimit = 1 << 30
    /// How many sheets are written at a time; a film of many is not held whole.
    private static let sideBySide = 8

    init(in store: any ObjectStore, folder: ObjectKey?, previous: Storyboard?, recorded: Int64? = nil) {
        self.store = store
        self.folder = folder
        self.previous = previous
        self.recorded = recorded
    }

    /// Finds a storyboard's place in a store that holds many.
    ///
    /// - Throws: `malformed` where its record cannot be read, `unavailable`, `refused`.
    init(of id: StoryboardID, in store: any ObjectStore) async throws {
        let folder = ObjectKey(id)
        let key = folder.appending(Storyboard.recordName)
        let record = try await store.read(key, limit: Self.recordLimit)
        let status = record == nil ? nil : try await store.status(of: key)
        self.init(
            in: store, folder: folder, previous: try record.map(Storyboard.init(parsing:)),
            recorded: status.map { Int64(($0.modified.timeIntervalSince1970 * 1e9).rounded(.down)) })
    }

    /// What was published here before, with its sheets; nil where nothing was.
    var published: PublishedSheets? {
        previous.map { storyboard in
            PublishedSheets(
                storyboard: storyboard, recorded: recorded,
                isPresent: { sheet in (try? await store.status(of: key(sheet.name)))?.bytes == sheet.bytes },
                read: { sheet in
                    guard let bytes = try await store.read(key(sheet.name), limit: sheet.bytes) else {
                        throw MosaicError(.unavailable, sheet.name.rawValue, "There is no such file.")
                    }
                    return bytes
                })
        }
    }

    /// Composes a storyboard and publishes it; what was published before stays whole until the new one is.
    ///
    /// - Parameter source: What is recorded as its source; nil leaves that as it is.
    /// - Throws: what ``StoryboardComposer/compose(_:earlier:progress:deliver:)`` and the store throw.
    func compose(
        _ request: CompositionRequest, by composer: StoryboardComposer, _ publication: StoryboardComposer.Publication,
        source: RecordedSource? = nil, now: Date, progress: @escaping @Sendable (CompositionProgress) -> Void,
        mayPublish: @Sendable () async throws -> Void = {}
    ) async throws -> Composition {
        // Sheets are written while the next ones are made, and the documents while the last ones are written.
        var writing: [Task<StagedObject?, any Error>] = []
        var staged: [StagedObject] = []
        do {
            let earlier = publication.regrids ? nil : published
            var composition = try await composer.compose(request, earlier: earlier, progress: progress) {
                sheet, bytes, permits in
                if writing.count >= Self.sideBySide { _ = try await writing[writing.count - Self.sideBySide].value }
                writing.append(
                    Task(executorPreference: BlockingWork.threads) {
                        defer { permits.release() }
                        return try await stage(sheet, bytes: bytes)
                    })
            }
            let preview = publication.writesPreview ? Array(PreviewPage(composition.storyboard).html().utf8) : nil
            let edition = try await edition(of: composition.storyboard, preview: preview, source: source, now: now)
            staged = edition.objects
            var sheets: [StagedObject] = []
            for task in writing { if let object = try await task.value { sheets.append(object) } }
            composition.isUnchanged = sheets.isEmpty && !edition.isNews
            try await mayPublish()
            try await publish(edition, sheets: sheets, keepingOld: publication.keepingOld, now: now)
            return composition
        } catch {
            for task in writing { if let object = try? await task.value { staged.append(object) } }
            await store.discard(staged)
            throw error
        }
    }

    /// Stores a sheet that nobody sees yet; nil where the very same bytes are in place already.
    ///
    /// - Throws: what the store throws.
    package func stage(_ sheet: Sheet, bytes: [UInt8]) async throws -> StagedObject? {
        try await stage(bytes, sheet.name.rawValue)
    }

    /// Makes the storyboard visible; an object whose bytes are there already is left alone.
    ///
    /// - Parameters:
    ///   - keepingOld: Seconds for which sheets of earlier publications stay; 0 removes them at once.
    ///   - preview: The preview page; nil removes the one of the earlier publication, which would be out of date.
    /// - Throws: what the store throws; the earlier publication is whole then, or this one is already.
    package func publish(
        _ storyboard: Storyboard, sheets: [StagedObject], preview: [UInt8]?, keepingOld: Int, now: Date
    ) async throws {
        var staged = sheets
        do {
            let edition = try await edition(of: storyboard, preview: preview, source: nil, now: now)
            staged += edition.objects
            try await publish(edition, sheets: sheets, keepingOld: keepingOld, now: now)
        } catch {
            await store.discard(staged)
            throw error
        }
    }

    /// The documents of a storyboard that is about to be published, stored and not yet seen.
    private struct Edition {
        /// Sheets that wait for their time after it.
        let kept: KeptSheets
        /// What announces its sheets; nil where that is in place already.
        let announcement: StagedObject?
        /// Source, record, page and track, in the order in which they appear.
        let documents: [StagedObject]
        let hasPreview: Bool
        /// Whether record, page or track are others than those in place.
        let isNews: Bool

        var objects: [StagedObject] { [announcement].compactMap(\.self) + documents }
    }

    private func edition(
        of storyboard: Storyboard, preview: [UInt8]?, source: RecordedSource?, now: Date
    ) async throws -> Edition {
        let former = previous?.sheets.map(\.name) ?? []
        let current = storyboard.sheets.map(\.name)
        let remembered = try await store.read(key(KeptSheets.fileName), limit: KeptSheets.limit)
        var kept = KeptSheets(parsing: remembered)
        // A run that was killed between record and track left a track that shows sheets the record no longer names.
        if !kept.entries.isEmpty, let previous, try await !holds(previous.trackDocument(), Storyboard.trackName) {
            kept.restart(at: now)
        }
        kept.replace(former, with: current, at: now)
        // Sheets that are about to appear are announced: if this run is killed before its record is in place, a later
        // one knows that they are its to remove.
        let announced = kept.announcing(current.filter { !former.contains($0) }, at: now)
        let staged = try await stage([
            (KeptSheets.fileName, announced.entries.isEmpty ? nil : announced.encoded()),
            (RecordedSource.fileName, source?.encoded()),
            (Storyboard.recordName, storyboard.record()), (StoryboardFolder.previewName, preview),
            (Storyboard.trackName, storyboard.trackDocument()),
        ])
        return Edition(
            kept: kept, announcement: staged[0], documents: staged.dropFirst().compactMap(\.self),
            hasPreview: preview != nil, isNews: staged.dropFirst(2).contains { $0 != nil })
    }

    /// Makes everything visible; all of it is stored already, so that a full disk changes nothing.
    private func publish(_ edition: Edition, sheets: [StagedObject], keepingOld: Int, now: Date) async throws {
        try await store.publish([[edition.announcement].compactMap(\.self) + sheets, edition.documents])
        if !edition.hasPreview { try await removePreview() }
        var kept = edition.kept
        for name in kept.removeExpired(at: now, keeping: keepingOld) { try await store.delete(key(name)) }
        try await remember(kept)
    }

    /// What a removal came to.
    struct Removed {
        /// Whether there was anything, be it only what a first publication left that was killed; not where only sheets
        /// waited for their time.
        var wasAny = false
        /// Whether sheets wait for their time.
        var someWait = false
    }

    /// Begins a removal: without its track nobody finds the storyboard any more.
    ///
    /// - Throws: what the store throws.
    func removeTrack() async throws {
        if previous != nil { try await store.delete(key(Storyboard.trackName)) }
    }

    /// Whether a removal began and was killed, or a first publication was before it ended: the record has no track.
    ///
    /// - Throws: what the store throws.
    func lacksTrack() async throws -> Bool {
        guard previous != nil else { return false }
        return try await store.status(of: key(Storyboard.trackName)) == nil
    }

    /// Removes everything else that belongs to the storyboard, its sheets when their time is over, and the record last.
    ///
    /// - Parameter keepingOld: Seconds for which its sheets stay for players that loaded the track; 0 removes them at once.
    /// - Throws: what the store throws; a later call removes the rest.
    func removeRest(keepingOld: Int, now: Date) async throws -> Removed {
        let remembered = try await store.read(key(KeptSheets.fileName), limit: KeptSheets.limit)
        guard previous != nil || remembered != nil else { return Removed() }
        var kept = KeptSheets(parsing: remembered)
        kept.replace(previous?.sheets.map(\.name) ?? [], with: [], at: now)
        // In place before the record goes, which alone says else what is to be removed.
        if previous != nil, keepingOld > 0 { try await remember(kept) }
        try await removePreview()
        // At once also where the clock was set back since.
        let expired = kept.removeExpired(at: keepingOld > 0 ? now : .distantFuture, keeping: keepingOld)
        for name in expired { try await store.delete(key(name)) }
        let wasAny = previous != nil || !expired.isEmpty || kept.entries.isEmpty
        if wasAny { try await remember(kept) }
        try await store.delete(key(RecordedSource.fileName))
        if previous != nil { try await store.delete(key(Storyboard.recordName)) }
        return Removed(wasAny: wasAny, someWait: !kept.entries.isEmpty)
    }

    /// Removes the sheets that no record names any more and whose time is over.
    ///
    /// - Returns: Whether there are others that wait for their time.
    /// - Throws: what the store throws; a later call removes the rest.
    func removeExpired(keepingOld: Int, now: Date) async throws -> Bool {
        guard let remembered = try await store.read(key(KeptSheets.fileName), limit: KeptSheets.limit) else {
            return false
        }
        // A run that was killed between record and track left a track that shows them; the next one mends that.
        if let previous, try await !holds(previous.trackDocument(), Storyboard.trackName) { return true }
        var kept = KeptSheets(parsing: remembered)
        // A run that was killed behind its record announced sheets that are in use now.
        kept.replace([], with: previous?.sheets.map(\.name) ?? [], at: now)
        for name in kept.removeExpired(at: now, keeping: keepingOld) { try await store.delete(key(name)) }
        try await remember(kept)
        return !kept.entries.isEmpty
    }

    private func remember(_ kept: KeptSheets) async throws {
        if kept.entries.isEmpty {
            try await store.delete(key(KeptSheets.fileName))
        } else if let object = try await stage(kept.encoded(), KeptSheets.fileName) {
            try await store.publish([[object]])
        }
    }

    /// Stages objects together, none where one fails; nil for those whose very same bytes are in place already.
    private func stage(_ objects: [(name: String, bytes: [UInt8]?)]) async throws -> [StagedObject?] {
        var news: [(key: ObjectKey, bytes: [UInt8])] = []
        for (name, bytes) in objects {
            if let bytes, try await !holds(bytes, name) { news.append((key(name), bytes)) }
        }
        let staged = try await store.stage(news)
        return objects.map { object in staged.first { $0.key == key(object.name) } }
    }

    /// Stages an object; nil where the very same bytes are in place already.
    private func stage(_ bytes: [UInt8], _ name: String) async throws -> StagedObject? {
        try await holds(bytes, name) ? nil : try await store.stage(key(name), bytes)
    }

    private func holds(_ bytes: [UInt8], _ name: String) async throws -> Bool {
        guard try await store.status(of: key(name))?.bytes == bytes.count else { return false }
        return (try? await store.read(key(name), limit: bytes.count)) == bytes
    }

    /// Removes the page that the previous record gives, and no other of the same name.
    private func removePreview() async throws {
        let name = StoryboardFolder.previewName
        guard let previous else { return }
        let page = PreviewPage(previous)
        // Versions of the page differ by far less.
        let limit = page.html().utf8.count + (1 << 20)
        guard let status = try await store.status(of: key(name)), status.bytes <= limit,
            let bytes = try await store.read(key(name), limit: limit), page.isShown(by: bytes)
        else { return }
        try await store.delete(key(name))
    }

    func key(_ name: SheetName) -> ObjectKey { key(name.rawValue) }

    /// Takes the names of a storyboard's own objects, which are keys as they stand.
    func key(_ name: String) -> ObjectKey { folder?.appending(name) ?? ObjectKey(part: name) }
}
