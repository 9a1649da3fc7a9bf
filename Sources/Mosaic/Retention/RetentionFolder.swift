package import Foundation

/// A folder of a store and the journal of its retired objects.
///
/// Writers hold the folder's lock while they read, change and write the journal, so that a condition would never fail.
/// In a store without locks the condition on the record stops the second of two publications before its journal is
/// written; entries that others lose there leave objects behind, and never delete one that a record names.
package struct RetentionFolder: Sendable {
    let store: any ObjectStore
    /// The key above the objects; nil for the whole store.
    let key: ObjectKey?

    package init(store: any ObjectStore, key: ObjectKey?) {
        self.store = store
        self.key = key
    }

    /// The journal; an empty one where there is none.
    ///
    /// - Throws: what the store throws.
    package func journal() async throws -> RetentionJournal {
        RetentionJournal(
            parsing: try await store.read(key(RetentionJournal.fileName), limit: RetentionJournal.limit))
    }

    /// Stores a journal, or removes it where it is empty.
    ///
    /// - Throws: what the store throws.
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

    /// The key of an object.
    func key(_ name: String) -> ObjectKey { key?.appending(name) ?? ObjectKey(part: name) }
}
