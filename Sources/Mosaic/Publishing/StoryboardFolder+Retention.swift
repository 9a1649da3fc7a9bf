package import Foundation

extension StoryboardFolder {
    /// Deletes sheets that were superseded more than `seconds` ago; locks the folder only where there are some.
    ///
    /// - Returns: Whether anything was deleted.
    /// - Throws: see ``init(path:for:input:)``.
    @discardableResult
    package static func collect(
        in path: String, for id: StoryboardID, keepingOld seconds: Int, now: Date = Date()
    ) async throws -> Bool {
        var journal = try await RetentionFolder(store: FolderStore(path: path), key: nil).journal()
        guard !journal.removeExpired(at: now, keeping: seconds).isEmpty else { return false }
        let folder = try StoryboardFolder(path: path, for: id)
        return try await !folder.place.collect(keepingOld: seconds, now: now).isEmpty
    }
}
