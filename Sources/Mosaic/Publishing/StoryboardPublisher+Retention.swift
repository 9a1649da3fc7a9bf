package import Foundation

/// How a published storyboard is removed and restored, and how its retired objects are deleted.
///
/// Removal first marks the storyboard as absent in the journal, then deletes the track and renames the record. A later
/// run that finds the mark beside a record completes the removal.
extension StoryboardPublisher {
    /// The published storyboard, or the one that was published until it lost its last screenshot; nil without either.
    ///
    /// - Throws: `malformed`, what the store throws.
    func latest() async throws -> Storyboard? {
        if let previous { return previous }
        guard try await retention.journal().absence?.cause == .emptied else { return nil }
        return try await retiredRecord()
    }

    /// The record of a storyboard that was removed or lost its last screenshot; nil where there is none.
    ///
    /// - Throws: `malformed`, what the store throws.
    package func retiredRecord() async throws -> Storyboard? {
        try await store.read(key(RetentionJournal.recordName), limit: Self.recordLimit).map(Storyboard.init(parsing:))
    }

    /// Marks the storyboard as absent in the journal and changes nothing else.
    ///
    /// - Returns: The journal as it was.
    /// - Throws: what the store throws.
    package func beginRetirement(_ cause: RetentionJournal.Cause, now: Date) async throws -> RetentionJournal {
        let before = try await retention.journal()
        guard let previous else { return before }
        var journal = before
        journal.replace(previous.sheets.map(\.name), with: [], cause: cause, at: now)
        journal.retire([RetentionJournal.recordName, RecordedSource.fileName], cause, at: now)
        if try await exports.manifest() != nil { journal.retire([ExportManifest.fileName], cause, at: now) }
        try await retention.write(journal)
        return before
    }

    /// Completes a removal: deletes the documents, the track first, and renames the record.
    ///
    /// - Parameter others: Retires the storyboard's other objects, before the record is renamed.
    /// - Throws: what the store throws; a later call does the rest.
    package func finishRetirement(with others: () async throws -> Void = {}) async throws {
        guard previous != nil else { return try await others() }
        try await retireDocuments()
        try await exports.remove()
        try await retireWidths()
        try await others()
        try await retireRecord()
    }

    /// Deletes all documents but the record, the track first.
    func retireDocuments() async throws {
        try await delete(publishedDocuments.reversed().filter { $0 != .record })
    }

    /// Renames the record, so that it can be restored.
    func retireRecord() async throws {
        try await store.move([(from: key(Storyboard.recordName), to: key(RetentionJournal.recordName))])
    }

    /// Publishes a removed storyboard again, with its widths; all of their sheets must be there.
    ///
    /// The journal marks it as absent until the end. A run that is killed here is undone by the next collection.
    /// - Parameter others: Restores the storyboard's other objects.
    /// - Throws: what the store throws; a later call restores the rest, unless a collection removed it.
    package func restore(_ storyboard: Storyboard, with others: () async throws -> Void) async throws {
        try await store.put(key(Storyboard.recordName), storyboard.record())
        for width in storyboard.widths {
            let place = try await place(ofWidth: width)
            if let record = try await place.retiredRecord() { try await place.restore(record, with: {}) }
        }
        try await others()
        for file in publishedDocuments.filter({ $0.writing == .always && $0 != .record }).flatMap(\.files) {
            try await store.put(key(file.name), file.bytes(of: storyboard))
        }
        var journal = try await retention.journal()
        journal.endAbsence()
        journal.release(storyboard.sheets.map(\.name.rawValue) + [RecordedSource.fileName, ExportManifest.fileName])
        // A removal leaves no files of exports, so that none is retired here.
        try await exports.publish(storyboard, nil, journal: &journal, now: .distantPast)
        try await retention.write(journal)
        try await store.delete(key(RetentionJournal.recordName))
        journal.release([RetentionJournal.recordName])
        try await retention.write(journal)
    }

    /// Deletes expired retired objects, those of widths included, and finishes the removal of widths whose process was
    /// killed.
    ///
    /// - Returns: The deleted objects.
    /// - Throws: what the store throws; a later call deletes the rest.
    @discardableResult
    package func collect(keepingOld: Int, now: Date) async throws -> [String] {
        var deleted = try await collectOwn(keepingOld: keepingOld, now: now)
        for (width, place) in try await places() {
            var place = place
            if place.previous != nil, previous?.widths.contains(width) != true,
                try await place.retention.journal().absence != nil
            {
                try await place.retireDocuments()
                try await place.retireRecord()
                place = try await self.place(ofWidth: width)
            }
            deleted += try await place.collectOwn(keepingOld: keepingOld, now: now).map { "\(width)/\($0)" }
        }
        return deleted
    }

    private func collectOwn(keepingOld: Int, now: Date) async throws -> [String] {
        var journal = try await retention.journal()
        guard !journal.entries.isEmpty else { return [] }
        // The published track is older than the record, because a run was killed between them: it still shows retired
        // sheets.
        if let previous, try await !shows(previous) { return [] }
        // A run that was killed after writing the record left its sheets announced; they are in use.
        journal.release(previous?.sheets.map(\.name.rawValue) ?? [])
        try await exports.releaseFiles(from: &journal)
        return try await retention.collect(&journal, keepingOld: keepingOld, now: now)
    }

    /// Deletes all retired objects, expired or not, and widths that no record names.
    ///
    /// - Returns: Names of the deleted objects; those of a width follow its folder's name.
    /// - Throws: what the store throws; a later call deletes the rest.
    package func purge() async throws -> [String] {
        var deleted = try await purgeOwn()
        for (width, place) in try await places() {
            var place = place
            if place.previous != nil, previous?.widths.contains(width) != true {
                try await place.retire(.removed, now: Date(timeIntervalSince1970: 0))
                place = try await self.place(ofWidth: width)
            }
            deleted += try await place.purgeOwn().map { "\(width)/\($0)" }
        }
        return deleted
    }

    private func purgeOwn() async throws -> [String] {
        var journal = try await retention.journal()
        journal.release(previous?.sheets.map(\.name.rawValue) ?? [])
        try await exports.releaseFiles(from: &journal)
        // `distantFuture` also covers objects retired before the clock was set back.
        return try await retention.collect(&journal, keepingOld: 0, now: .distantFuture)
    }
}
