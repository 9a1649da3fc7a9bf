package import Foundation

/// How a storyboard ceases to be published, and what becomes of its retired objects.
///
/// The journal says first that the storyboard is gone; the track goes then, and the record gets another name. Whoever
/// finds a journal that says so beside a record finishes that.
extension StoryboardPublisher {
    /// The storyboard that is published here, or was until it lost its last screenshot; nil where there is neither.
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

    /// Says in the journal that the storyboard is gone; nothing else changes yet.
    ///
    /// - Returns: The journal as it was.
    /// - Throws: what the store throws.
    package func beginRetirement(_ cause: RetentionJournal.Cause, now: Date) async throws -> RetentionJournal {
        let before = try await retention.journal()
        guard let previous else { return before }
        var journal = before
        journal.replace(previous.sheets.map(\.name), with: [], cause: cause, at: now)
        journal.retire([RetentionJournal.recordName, RecordedSource.fileName], cause, at: now)
        try await retention.write(journal)
        return before
    }

    /// Does what the journal says: without its track nobody finds the storyboard any more.
    ///
    /// - Parameter others: Retires what else belongs to it, before the record's absence says that all is done.
    /// - Throws: what the store throws; a later call does the rest.
    package func finishRetirement(with others: () async throws -> Void = {}) async throws {
        guard previous != nil else { return try await others() }
        try await store.delete(key(Storyboard.trackName))
        try await removePreview()
        try await others()
        try await store.move([(from: key(Storyboard.recordName), to: key(RetentionJournal.recordName))])
    }

    /// Publishes a storyboard again that was removed and of which every sheet is there.
    ///
    /// While the journal says that it is gone, whoever finds it half restored removes it again.
    /// - Parameter others: Restores what else belongs to it.
    /// - Throws: what the store throws; a later call does the rest, unless somebody finishes the removal before.
    package func restore(_ storyboard: Storyboard, with others: () async throws -> Void) async throws {
        try await store.put(key(Storyboard.recordName), storyboard.record())
        try await others()
        try await store.put(key(Storyboard.trackName), storyboard.trackDocument())
        var journal = try await retention.journal()
        journal.endAbsence()
        journal.release(storyboard.sheets.map(\.name.rawValue) + [RecordedSource.fileName])
        try await retention.write(journal)
        try await store.delete(key(RetentionJournal.recordName))
        journal.release([RetentionJournal.recordName])
        try await retention.write(journal)
    }

    /// Removes the retired objects whose time is over.
    ///
    /// - Returns: Those that are removed.
    /// - Throws: what the store throws; a later call removes the rest.
    @discardableResult
    package func collect(keepingOld: Int, now: Date) async throws -> [String] {
        var journal = try await retention.journal()
        guard !journal.entries.isEmpty else { return [] }
        // A run that was killed between record and track left a track that shows them; the next one mends that.
        if let previous, try await !shows(previous) { return [] }
        // A run that was killed behind its record announced sheets that are in use now.
        journal.release(previous?.sheets.map(\.name.rawValue) ?? [])
        return try await retention.collect(&journal, keepingOld: keepingOld, now: now)
    }

    /// Removes whatever is retired, whether its time is over or not.
    ///
    /// - Returns: Names of what was removed.
    /// - Throws: what the store throws; a later call removes the rest.
    package func purge() async throws -> [String] {
        var journal = try await retention.journal()
        journal.release(previous?.sheets.map(\.name.rawValue) ?? [])
        // At once also where the clock was set back since.
        return try await retention.collect(&journal, keepingOld: 0, now: .distantFuture)
    }
}
