package import Foundation

/// Removes and restores a published storyboard, and deletes its retired objects.
///
/// Removal first marks the storyboard as absent in the journal, then deletes the track and renames the record. A later
/// run that finds the mark next to a record completes the removal.
extension StoryboardPublisher {
    /// The published storyboard, or the retired one if it lost its last screenshot; nil without either.
    ///
    /// - Throws: `malformed`, errors of the store.
    func latest() async throws -> Storyboard? {
        if let previous { return previous }
        guard try await retention.journal().absence?.cause == .emptied else { return nil }
        return try await retiredRecord()
    }

    /// The record of a storyboard that was removed or lost its last screenshot; nil if there is none.
    ///
    /// - Throws: `malformed`, errors of the store.
    package func retiredRecord() async throws -> Storyboard? {
        try await store.read(key(RetentionJournal.recordName), limit: Self.recordLimit).map(Storyboard.init(parsing:))
    }

    /// Records in the journal that the storyboard's sheets and records are retired, which marks the storyboard as
    /// absent. Changes only the journal, and nothing if no storyboard is published.
    ///
    /// - Returns: The journal before the change.
    /// - Throws: errors of the store.
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
    /// - Throws: errors of the store; a later call does the rest.
    package func finishRetirement(with others: () async throws -> Void = {}) async throws {
        guard previous != nil else { return try await others() }
        try await retireDocuments()
        try await exports.remove()
        try await retireWidths()
        try await others()
        try await retireRecord()
    }

    /// Deletes all documents except the record, the track first.
    func retireDocuments() async throws {
        try await delete(publishedDocuments.reversed().filter { $0 != .record })
    }

    /// Renames the record, so that it can be restored.
    func retireRecord() async throws {
        try await store.move([(from: key(Storyboard.recordName), to: key(RetentionJournal.recordName))])
    }

    /// Publishes a removed storyboard again, with its widths; all sheets must still exist.
    ///
    /// The journal marks the storyboard as absent until the end. If the run is killed, the next collection undoes it.
    /// - Parameter others: Restores the storyboard's other objects.
    /// - Throws: errors of the store; a later call restores the rest, unless a collection removed it.
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
        // A removal deletes all files of exports, so that this call retires none.
        try await exports.publish(storyboard, nil, journal: &journal, now: .distantPast)
        try await retention.write(journal)
        try await store.delete(key(RetentionJournal.recordName))
        journal.release([RetentionJournal.recordName])
        try await retention.write(journal)
    }

    /// Deletes expired retired objects, also of widths. Completes the removal of widths that a killed process began.
    ///
    /// - Returns: The deleted objects.
    /// - Throws: errors of the store; a later call deletes the rest.
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
        // If a run was killed between record and track, the published track is older and still shows retired sheets.
        if let previous, try await !shows(previous) { return [] }
        // A run that was killed after writing the record left its sheets announced; they are in use.
        journal.release(previous?.sheets.map(\.name.rawValue) ?? [])
        try await exports.releaseFiles(from: &journal)
        return try await retention.collect(&journal, keepingOld: keepingOld, now: now)
    }

    /// Deletes all retired objects, expired or not, and widths that no record names.
    ///
    /// - Returns: The names of the deleted objects; for an object of a width, `{width}/{name}`.
    /// - Throws: errors of the store; a later call deletes the rest.
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
