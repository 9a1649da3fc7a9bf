package import Foundation
import MosaicSystem

/// Publishes one storyboard in a store, in a fixed order.
///
/// Sheets come first, then the record, then the track, which players read. So every sheet that a track names exists,
/// even if the writer is killed. Superseded sheets are deleted later.
package struct StoryboardPublisher: Sendable {
    let store: any ObjectStore
    /// The key of the storyboard's folder; nil if the store holds a single storyboard.
    let folder: ObjectKey?
    /// The previous publication; nil without one.
    package let previous: Storyboard?
    /// The metadata of the record, for detecting another record; `nil` without one, or if it was not read from the
    /// store.
    private let record: ObjectStatus?
    /// The version of the record; nil without a record, and if the version is unknown.
    private let version: ObjectVersion?
    /// The documents next to the sheets, in the order of publication.
    var publishedDocuments = PublishedDocument.all

    /// Maximum size of a record, in bytes.
    package static let recordLimit = 1 << 30

    init(
        in store: any ObjectStore, folder: ObjectKey?, previous: Storyboard?, record: ObjectStatus? = nil,
        version: ObjectVersion? = nil
    ) {
        self.store = store
        self.folder = folder
        self.previous = previous
        self.record = record
        self.version = version
    }

    /// Creates the publisher of a storyboard in a store of many storyboards.
    ///
    /// - Parameter earlier: An earlier publisher of the storyboard; its record is not read again if it is unchanged.
    /// - Throws: `malformed` if the record cannot be read, `unavailable`, `refused`.
    package init(
        of id: StoryboardID, in store: any ObjectStore, after earlier: StoryboardPublisher? = nil
    ) async throws {
        try await self.init(at: ObjectKey(id), in: store, after: earlier)
    }

    /// Creates the publisher of the storyboard below a key.
    ///
    /// - Throws: as ``init(of:in:after:)``.
    init(at folder: ObjectKey, in store: any ObjectStore, after earlier: StoryboardPublisher? = nil) async throws {
        let key = folder.appending(Storyboard.recordName)
        // The status is read first: a record written after it has another version, which is a conflict at the
        // publication.
        let status = try await store.status(of: key)
        if let earlier, let record = earlier.record, let status, Self.isSame(record, status) {
            self = earlier
            return
        }
        let bytes = status == nil ? nil : try await store.read(key, limit: Self.recordLimit)
        let record = bytes == nil ? nil : status
        self.init(
            in: store, folder: folder, previous: try bytes.map(Storyboard.init(parsing:)), record: record,
            version: record?.version)
    }

    /// Whether two statuses are of the same record. A record written in the last seconds has no version yet.
    private static func isSame(_ one: ObjectStatus, _ other: ObjectStatus) -> Bool {
        guard let version = one.version, let latest = other.version else {
            return one.bytes == other.bytes && one.modified == other.modified
        }
        return version == latest
    }

    /// The sheets of `storyboard`, which is the published or the retired one.
    func sheets(of storyboard: Storyboard) -> PublishedSheets {
        PublishedSheets(storyboard: storyboard, store: store, folder: folder)
    }

    /// Stages a sheet; nil if the same bytes are published already.
    ///
    /// - Throws: errors of the store.
    package func stage(_ sheet: Sheet, bytes: [UInt8]) async throws -> StagedObject? {
        try await stage(bytes, sheet.name.rawValue)
    }

    /// Publishes the storyboard; objects with unchanged bytes are not written.
    ///
    /// - Parameters:
    ///   - requested: The optional documents to write. Other optional documents of the earlier publication are deleted,
    ///     because they would be out of date.
    ///   - film: URL of the film on the preview page; nil for a page without the film.
    ///   - source: The source to store; nil keeps the stored one.
    ///   - keepingOld: Seconds for which sheets of earlier publications are kept; 0 deletes them at once.
    /// - Returns: The earliest time of retirement; nil if no object is retired.
    /// - Throws: `refused` for a foreign file, `invalidSettings` if a signature is missing, errors of the store. Then
    ///   the earlier publication is still complete, or this one already is.
    @discardableResult
    package func publish(
        _ storyboard: Storyboard, sheets: [StagedObject], requested: Set<PublishedDocument> = [], film: String? = nil,
        exports: ExportManifest.Request? = nil, source: RecordedSource? = nil,
        keepingOld: Int, now: Date
    ) async throws -> Date? {
        var staged = sheets
        do {
            let edition = try await edition(
                of: storyboard, requested: requested, film: film, exports: exports, source: source, now: now)
            staged += edition.objects
            return try await publish(edition, sheets: sheets, keepingOld: keepingOld, now: now)
        } catch {
            await store.discard(staged)
            throw error
        }
    }

    /// The staged documents of a publication.
    struct StagedRevision {
        /// The journal after the publication.
        let journal: RetentionJournal
        /// The journal that announces the new sheets; nil if it is empty or stored already.
        let announcement: StagedObject?
        /// Source and documents, in the order of publication.
        let documents: [StagedObject]
        /// Documents of earlier publications that this one does not have.
        let dropped: [PublishedDocument]
        /// The storyboard from which exports are made.
        let storyboard: Storyboard
        /// The exports to write; nil for the exports of the earlier publication.
        let exports: ExportManifest.Request?
        /// The secret that signs URLs in exports.
        let secret: SheetURLSecret?
        /// Whether documents differ from the published ones.
        let isNews: Bool

        var objects: [StagedObject] { [announcement].compactMap(\.self) + documents }
    }

    func edition(
        of storyboard: Storyboard, requested: Set<PublishedDocument>, film: String? = nil,
        exports: ExportManifest.Request? = nil, secret: SheetURLSecret? = nil, source: RecordedSource?, now: Date,
        replacing known: Set<ObjectStatus> = []
    ) async throws -> StagedRevision {
        try await refuseForeign(requested, except: known)
        let storyboard = try storyboard.signed(nil)
        let former = previous?.sheets.map(\.name) ?? []
        let current = storyboard.sheets.map(\.name)
        var journal = try await retention.journal()
        // If the published track is older than the record, it shows sheets that the record does not name.
        if !journal.entries.isEmpty, let previous, try await !shows(previous) { journal.restart(at: now) }
        journal.endAbsence()
        journal.release([RecordedSource.fileName, ExportManifest.fileName])
        journal.replace(former, with: current, at: now)
        // New sheets are announced: if this run is killed before its record is written, a later run may delete them.
        let announced = journal.announcing(current.filter { !former.contains($0) }, at: now)
        // A preview page links to the exports next to it.
        let named = exports == nil ? try await self.exports.manifest()?.request : exports
        let options = DocumentOptions(
            film: film, exports: named?.exports.filter { $0.isPossible(for: storyboard) } ?? [])
        let written = publishedDocuments.filter { $0.isWritten(requesting: requested) }
        let staged = try await stage(
            [
                (RetentionJournal.fileName, announced.entries.isEmpty ? nil : announced.encoded()),
                (RecordedSource.fileName, source?.encoded()),
            ] + written.flatMap(\.files).map { ($0.name, $0.bytes(of: storyboard, options)) })
        let documents = staged.dropFirst().compactMap(\.self).map { object in
            object.key == key(Storyboard.recordName) ? object.published(if: condition) : object
        }
        return StagedRevision(
            journal: journal, announcement: staged[0], documents: documents,
            dropped: publishedDocuments.filter { !written.contains($0) }, storyboard: storyboard, exports: exports,
            secret: secret,
            isNews: staged.dropFirst(2).contains { $0 != nil })
    }

    /// The condition for publishing a record: the stored record is still the one of the previous publication.
    ///
    /// The folder's lock excludes other writers of this machine. The condition stops the second of two publications in
    /// a store without locks, and detects programs that take no lock. A record written in the last seconds may have no
    /// version; then the lock alone protects it. Other objects need no condition: sheets have unique names, and a
    /// refused record stops the publication before its source, journal or track is replaced.
    private var condition: PutCondition {
        guard previous != nil else { return .absent }
        return version.map(PutCondition.matches) ?? .always
    }

    /// Publishes staged objects, then retires the widths that the new record does not name. All bytes are stored
    /// already, so that a full disk has no effect here.
    ///
    /// - Returns: The earliest time of retirement; nil if no object is retired.
    @discardableResult
    func publish(
        _ edition: StagedRevision, sheets: [StagedObject], keepingOld: Int, now: Date
    ) async throws -> Date? {
        let dropped = previous?.widths.filter { !edition.storyboard.widths.contains($0) } ?? []
        // The new record does not name these widths. If this run is killed, a collection finds the marks.
        for width in dropped { try await beginDropping(width, now: now) }
        try await store.publish([[edition.announcement].compactMap(\.self) + sheets, edition.documents])
        try await delete(edition.dropped)
        var journal = edition.journal
        try await exports.publish(
            edition.storyboard, edition.exports, secret: edition.secret, journal: &journal, now: now)
        try await retention.collect(&journal, keepingOld: keepingOld, now: now)
        var retired = [journal.earliest]
        for width in dropped { retired.append(try await drop(width, keepingOld: keepingOld, now: now)) }
        return retired.compactMap(\.self).min()
    }

    /// The folder with its journal of retired objects.
    package var retention: RetentionFolder { RetentionFolder(store: store, key: folder) }

    /// The exports next to the track.
    package var exports: ExportPublisher { ExportPublisher(in: store, folder: folder) }

    /// Whether the published track is made from `storyboard`.
    func shows(_ storyboard: Storyboard) async throws -> Bool {
        try await store.holds(storyboard.trackDocument(), at: key(Storyboard.trackName))
    }

    /// Stages objects together, or none if one fails. Nil for objects without bytes, and for objects that are stored
    /// with the same bytes already.
    private func stage(_ objects: [(name: String, bytes: [UInt8]?)]) async throws -> [StagedObject?] {
        var news: [(key: ObjectKey, bytes: [UInt8])] = []
        for (name, bytes) in objects {
            if let bytes, try await !store.holds(bytes, at: key(name)) { news.append((key(name), bytes)) }
        }
        let staged = try await store.stage(news)
        return objects.map { object in staged.first { $0.key == key(object.name) } }
    }

    /// Stages an object; nil if the same bytes are stored already.
    private func stage(_ bytes: [UInt8], _ name: String) async throws -> StagedObject? {
        try await store.holds(bytes, at: key(name)) ? nil : try await store.stage(key(name), bytes)
    }

    /// Deletes documents of the previous record; a foreign file of the same name stays.
    func delete(_ documents: [PublishedDocument]) async throws {
        guard let previous else { return }
        for document in documents {
            for file in document.files {
                let key = key(file.name)
                guard document.writing != .always else {
                    try await store.delete(key)
                    continue
                }
                guard let status = try await store.status(of: key) else { continue }
                // Files of different versions differ in length by far less.
                let limit = file.bytes(of: previous).count + (1 << 20)
                guard status.bytes <= limit, let bytes = try await store.read(key, limit: limit),
                    file.isRecognized(bytes, of: previous)
                else { continue }
                try await store.delete(key)
            }
        }
    }

    package func key(_ name: SheetName) -> ObjectKey { key(name.rawValue) }

    /// The key of one of the storyboard's objects.
    package func key(_ name: String) -> ObjectKey { folder?.appending(name) ?? ObjectKey(part: name) }
}
