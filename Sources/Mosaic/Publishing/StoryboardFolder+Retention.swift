package import Foundation

extension StoryboardFolder {
    /// Deletes sheets that were superseded more than `seconds` ago, those of further widths included; locks the folder only
    /// where there are some.
    ///
    /// - Returns: Whether anything was deleted.
    /// - Throws: see ``init(path:for:input:)``.
    @discardableResult
    package static func collect(
        in path: String, for id: StoryboardID, keepingOld seconds: Int, now: Date = Date()
    ) async throws -> Bool {
        let store = FolderStore(path: path)
        var isDue = false
        for key in [nil] + (try await StoryboardPublisher.widths(in: store, below: nil)).map({ "\($0)" }) {
            var journal = try await RetentionFolder(store: store, key: key.map(ObjectKey.init(part:))).journal()
            isDue = isDue || !journal.removeExpired(at: now, keeping: seconds).isEmpty
        }
        guard isDue else { return false }
        let folder = try StoryboardFolder(path: path, for: id)
        return try await !folder.place.collect(keepingOld: seconds, now: now).isEmpty
    }
}
