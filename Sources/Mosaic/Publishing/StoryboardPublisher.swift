package import Foundation
import MosaicFiles

/// Where one storyboard lies in a store, and the one order in which it is published there.
///
/// Sheets come first, then the record, then the track, which is what players read: whoever reads the track finds every
/// sheet that it names, whenever the writer is killed. Superseded sheets go later.
package struct StoryboardPublisher: Sendable {
    let store: any ObjectStore
    /// The key that all of the storyboard's objects lie below; nil where the store holds nothing else.
    let folder: ObjectKey?
    /// What was published here before; nil where nothing was.
    package let previous: Storyboard?
    /// When its record was written, in nanoseconds since 1970; nil where that is not known.
    package let recorded: Int64?

    /// The largest record that is read, in bytes.
    package static let recordLimit = 1 << 30
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
    package init(of id: StoryboardID, in store: any ObjectStore) async throws {
        let folder = ObjectKey(id)
        let key = folder.appending(Storyboard.recordName)
        let record = try await store.read(key, limit: Self.recordLimit)
        let status = record == nil ? nil : try await store.status(of: key)
        self.init(
            in: store, folder: folder, previous: try record.map(Storyboard.init(parsing:)),
            recorded: status.map { Int64(($0.modified.timeIntervalSince1970 * 1e9).rounded(.down)) })
    }

    /// The sheets of a storyboard that is published here, or was until it lost its last screenshot.
    func sheets(of storyboard: Storyboard) -> PublishedSheets {
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

    /// Composes a storyboard and publishes it; what was published before stays whole until the new one is.
    ///
    /// - Parameter source: What is recorded as its source; nil leaves that as it is.
    /// - Returns: The composition, and when the first of what is retired here was; nil where nothing is.
    /// - Throws: what ``StoryboardComposer/compose(_:earlier:progress:deliver:)`` and the store throw.
    package func compose(
        _ request: CompositionRequest, by composer: StoryboardComposer, _ publication: StoryboardComposer.Publication,
        source: RecordedSource? = nil, now: Date, progress: @escaping @Sendable (CompositionProgress) -> Void,
        mayPublish: @Sendable () async throws -> Void = {}
    ) async throws -> (composition: Composition, retiredSince: Date?) {
        // Sheets are written while the next ones are made, and the documents while the last ones are written.
        var writing: [Task<StagedObject?, any Error>] = []
        var staged: [StagedObject] = []
        do {
            let earlier = publication.regrids ? nil : try await latest().map { self.sheets(of: $0) }
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
            let retired = try await publish(edition, sheets: sheets, keepingOld: publication.keepingOld, now: now)
            return (composition, retired)
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
    private struct StagedRevision {
        /// What is retired after it.
        let journal: RetentionJournal
        /// The journal that announces its sheets; nil where that is in place already.
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
    ) async throws -> StagedRevision {
        let former = previous?.sheets.map(\.name) ?? []
        let current = storyboard.sheets.map(\.name)
        var journal = try await retention.journal()
        // A run that was killed between record and track left a track that shows sheets the record no longer names.
        if !journal.entries.isEmpty, let previous, try await !shows(previous) { journal.restart(at: now) }
        journal.endAbsence()
        journal.release([RecordedSource.fileName])
        journal.replace(former, with: current, at: now)
        // Sheets that are about to appear are announced: if this run is killed before its record is in place, a later
        // one knows that they are its to remove.
        let announced = journal.announcing(current.filter { !former.contains($0) }, at: now)
        let staged = try await stage([
            (RetentionJournal.fileName, announced.entries.isEmpty ? nil : announced.encoded()),
            (RecordedSource.fileName, source?.encoded()),
            (Storyboard.recordName, storyboard.record()), (StoryboardFolder.previewName, preview),
            (Storyboard.trackName, storyboard.trackDocument()),
        ])
        return StagedRevision(
            journal: journal, announcement: staged[0], documents: staged.dropFirst().compactMap(\.self),
            hasPreview: preview != nil, isNews: staged.dropFirst(2).contains { $0 != nil })
    }

    /// Makes everything visible; all of it is stored already, so that a full disk changes nothing.
    ///
    /// - Returns: When the first of what is retired was; nil where nothing is.
    @discardableResult
    private func publish(
        _ edition: StagedRevision, sheets: [StagedObject], keepingOld: Int, now: Date
    ) async throws -> Date? {
        try await store.publish([[edition.announcement].compactMap(\.self) + sheets, edition.documents])
        if !edition.hasPreview { try await removePreview() }
        var journal = edition.journal
        try await retention.collect(&journal, keepingOld: keepingOld, now: now)
        return journal.earliest
    }

    /// The folder with its journal of retired objects.
    package var retention: RetentionFolder { RetentionFolder(store: store, key: folder) }

    /// Whether the track that players read is that of a record.
    func shows(_ storyboard: Storyboard) async throws -> Bool {
        try await holds(storyboard.trackDocument(), Storyboard.trackName)
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
    func removePreview() async throws {
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

    package func key(_ name: SheetName) -> ObjectKey { key(name.rawValue) }

    /// Takes the names of a storyboard's own objects, which are keys as they stand.
    package func key(_ name: String) -> ObjectKey { folder?.appending(name) ?? ObjectKey(part: name) }
}
