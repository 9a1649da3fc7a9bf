package import Foundation

/// The retired objects of a folder, with time and cause. They are unused, but are kept for a while, because players
/// with an old track and apps that stored URLs still request them.
///
/// The journal is a separate file next to the record, because the record describes the storyboard and not its history.
package struct RetentionJournal: Hashable {
    /// The reason for an object's retirement.
    package enum Cause: String, Hashable {
        /// Another object replaced the object.
        case superseded
        /// The storyboard was removed, and can be restored.
        case removed
        /// The storyboard lost its last screenshot.
        case emptied
        /// The object is about to be published. If no record names it later, a killed process left it.
        case announced
    }

    /// An object, and the time of its retirement.
    package struct Entry: Hashable {
        /// The object's name in the folder.
        let name: String
        /// Time of the retirement, in seconds since 1970.
        package let since: Int
        package let cause: Cause
    }

    package static let fileName = ".mosaic-retired.json"
    /// The name of a removed storyboard's record while it can be restored.
    package static let recordName = ".mosaic-retired-record.json"
    /// Maximum size of a journal, in bytes.
    static let limit = 64 << 20

    package private(set) var entries: [Entry] = []

    /// Parses the output of ``encoded()``. Nil and unreadable bytes give an empty journal, so that files are kept
    /// longer.
    init(parsing bytes: [UInt8]?) {
        guard let bytes else { return }
        var reader = JSONReader(bytes)
        entries = (try? reader.retentionJournal()) ?? []
    }

    /// Time of the first retirement; nil without objects.
    package var earliest: Date? {
        entries.lazy.map(\.since).min().map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    /// The entry that marks the storyboard as absent; nil without one.
    package var absence: Entry? {
        entries.first { $0.name == Self.recordName && [.removed, .emptied].contains($0.cause) }
    }

    /// Retires the sheets of `previous` that `current` does not have, and removes the entries of the sheets of
    /// `current`.
    mutating func replace(
        _ previous: [SheetName], with current: [SheetName], cause: Cause = .superseded, at now: Date
    ) {
        let inUse = Set(current.map(\.rawValue))
        let former = previous.map(\.rawValue).filter { !inUse.contains($0) }
        release(current.map(\.rawValue))
        retire(former, cause, at: now)
    }

    /// Retires objects now. An object that is retired already gets the new time and cause.
    package mutating func retire(_ names: [String], _ cause: Cause, at now: Date) {
        release(names)
        entries += names.map { Entry(name: $0, since: Int(now.timeIntervalSince1970), cause: cause) }
    }

    /// Removes the entries of objects that are in use or deleted.
    mutating func release(_ names: [String]) {
        guard !entries.isEmpty else { return }
        let names = Set(names)
        entries.removeAll { names.contains($0.name) }
    }

    /// Ends the absence when another storyboard is published; the record of the removed one then expires like any other
    /// object.
    mutating func endAbsence() {
        entries = entries.map { $0 == absence ? Entry(name: $0.name, since: $0.since, cause: .superseded) : $0 }
    }

    /// Restarts the time of every object, because readers may have used any of them until now.
    mutating func restart(at now: Date) {
        entries = entries.map { Entry(name: $0.name, since: Int(now.timeIntervalSince1970), cause: $0.cause) }
    }

    /// The journal with further objects, announced because no record may ever name them.
    func announcing(_ names: [SheetName], at now: Date) -> RetentionJournal {
        let known = Set(entries.map(\.name))
        var journal = self
        journal.entries += names.map(\.rawValue).filter { !known.contains($0) }
            .map { Entry(name: $0, since: Int(now.timeIntervalSince1970), cause: .announced) }
        return journal
    }

    /// Removes and returns the objects that were retired at least `seconds` ago.
    mutating func removeExpired(at now: Date, keeping seconds: Int) -> [String] {
        let limit = Int(now.timeIntervalSince1970) - max(0, seconds)
        let expired = entries.filter { $0.since <= limit }.map(\.name)
        entries.removeAll { $0.since <= limit }
        return expired
    }

    func encoded() -> [UInt8] {
        var writer = JSONWriter()
        writer.object(spread: true) { writer in
            writer.array("entries", entries) { writer, entry in
                writer.member("name", entry.name)
                writer.member("since", entry.since)
                writer.member("cause", entry.cause.rawValue)
            }
        }
        return writer.document()
    }

    /// Whether a retired object can have the name. A journal with other names is not read, so that it never leads to
    /// the deletion of other files.
    static func isRetirable(_ name: String) -> Bool {
        [recordName, RecordedSource.fileName, ExportManifest.fileName].contains(name)
            || SheetName(rawValue: name) != nil || RetiredScreenshots.original(of: name) != nil
            || ExportPath(name)?.isImmutable == true
    }
}

extension JSONReader {
    fileprivate mutating func retentionJournal() throws(MosaicError) -> [RetentionJournal.Entry] {
        var entries: [RetentionJournal.Entry]?
        try object { reader, key throws(MosaicError) in
            switch key {
            case "entries": entries = try reader.array { element throws(MosaicError) in try element.retentionEntry() }
            default: try reader.skip()
            }
        }
        try end()
        return try required(entries, "entries")
    }

    private mutating func retentionEntry() throws(MosaicError) -> RetentionJournal.Entry {
        var name: String?
        var since: Int?
        var cause: RetentionJournal.Cause?
        try object { reader, key throws(MosaicError) in
            switch key {
            case "name":
                name = try reader.value("the name of a retired object") {
                    RetentionJournal.isRetirable($0) ? $0 : nil
                }
            case "since": since = try reader.integer()
            case "cause": cause = try reader.word()
            default: try reader.skip()
            }
        }
        return RetentionJournal.Entry(
            name: try required(name, "name"), since: try required(since, "since"),
            cause: try required(cause, "cause"))
    }
}

/// A folder of a store and the journal of its retired objects.
///
/// Writers hold the folder's lock while they read, change and write the journal, so that it needs no condition. In a
/// store without locks, the condition on the record stops the second of two publications before it writes its journal.
/// Entries that are lost in this way leave objects behind, but never delete an object that a record names.
package struct RetentionFolder: Sendable {
    let store: any ObjectStore
    /// The key of the folder; nil for the whole store.
    let key: ObjectKey?

    package init(store: any ObjectStore, key: ObjectKey?) {
        self.store = store
        self.key = key
    }

    /// The journal; empty if there is none.
    ///
    /// - Throws: errors of the store.
    package func journal() async throws -> RetentionJournal {
        RetentionJournal(
            parsing: try await store.read(key(RetentionJournal.fileName), limit: RetentionJournal.limit))
    }

    /// Stores a journal; deletes its file if the journal is empty.
    ///
    /// - Throws: errors of the store.
    package func write(_ journal: RetentionJournal) async throws {
        let name = key(RetentionJournal.fileName)
        if journal.entries.isEmpty {
            try await store.delete(name)
        } else {
            let bytes = journal.encoded()
            if try await store.read(name, limit: RetentionJournal.limit) != bytes { try await store.put(name, bytes) }
        }
    }

    /// Deletes objects that were retired at least `seconds` ago, then their entries.
    ///
    /// - Returns: The deleted objects.
    /// - Throws: errors of the store; a later call deletes the rest.
    @discardableResult
    package func collect(
        _ journal: inout RetentionJournal, keepingOld seconds: Int, now: Date
    ) async throws -> [String] {
        let expired = journal.removeExpired(at: now, keeping: seconds)
        for name in expired { try await store.delete(key(name)) }
        try await write(journal)
        return expired
    }

    func key(_ name: String) -> ObjectKey { key?.appending(name) ?? ObjectKey(part: name) }
}
