package import Foundation

/// Superseded and removed screenshots of a storyboard, in a hidden folder next to the folder of uploads.
///
/// The folder has its own journal and lock, so that an upload does not wait for a composition of its storyboard.
package struct RetiredScreenshots: Sendable {
    /// The name of the hidden folder in a storyboard's folder.
    package static let folderName = ".mosaic-screenshots"
    private static let pageLimit = 1_000

    let id: StoryboardID
    package let folder: RetentionFolder
    private let store: any ObjectStore

    package init(of id: StoryboardID, in store: any ObjectStore) {
        self.id = id
        self.store = store
        folder = RetentionFolder(store: store, key: ObjectKey(id).appending(Self.folderName))
    }

    /// The name of a retired screenshot, with the time of its retirement in seconds since 1970.
    static func name(of screenshot: String, since: Int) -> String { "\(since)-\(screenshot)" }

    /// The original name of a retired screenshot; nil for other names.
    static func original(of name: String) -> String? {
        let parts = name.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let since = Int(parts[0]), since >= 0, "\(since)" == parts[0],
            ScreenshotName(String(parts[1])) != nil
        else { return nil }
        return String(parts[1])
    }

    /// The key of the folder of uploaded screenshots.
    package var uploads: ObjectKey { ObjectKey(id).appending(ScreenshotSource.uploadsName) }

    /// Locks the storyboard's retired screenshots.
    ///
    /// - Throws: `busy` if another process keeps the lock, errors of the store.
    package func lock() async throws -> StoreLock {
        try await MosaicError.retryingWhileBusy(attempts: 200, every: .milliseconds(25)) {
            try await store.lock(folder.key)
        }
    }

    /// The names of screenshots that were uploaded before `end`.
    ///
    /// - Throws: errors of the store.
    package func uploaded(before end: Date = .distantFuture) async throws -> [String] {
        try await uploadedObjects().filter { $0.status.modified < end }.map(\.file)
    }

    /// The uploaded screenshots, with their file names.
    ///
    /// - Throws: errors of the store.
    package func uploadedObjects() async throws -> [(status: ObjectStatus, file: String)] {
        try await list(below: uploads).compactMap { status in
            let parts = status.key.parts
            guard parts.count == 3, ScreenshotName(String(parts[2])) != nil else { return nil }
            return (status, String(parts[2]))
        }
    }

    /// Retires uploaded screenshots; call it under ``lock()``.
    ///
    /// - Throws: errors of the store; a later call retires the rest.
    package func retire(_ names: [String], _ cause: RetentionJournal.Cause, at now: Date) async throws {
        guard !names.isEmpty else { return }
        let since = Int(now.timeIntervalSince1970)
        let retired = names.map { (name: $0, retired: Self.name(of: $0, since: since)) }
        var journal = try await folder.journal()
        journal.retire(retired.map(\.retired), cause, at: now)
        try await folder.write(journal)
        try await store.move(
            retired.map { (from: uploads.appending($0.name), to: folder.key($0.retired)) })
    }

    /// Restores the screenshots that were removed with their storyboard, unless new uploads have their names; call it
    /// under ``lock()``.
    ///
    /// - Parameter since: Time of the storyboard's removal, in seconds since 1970.
    /// - Throws: errors of the store; a later call restores the rest.
    package func restore(removed since: Int) async throws {
        var journal = try await folder.journal()
        let taken = Set(try await uploaded())
        let wanted = journal.entries.filter { $0.cause == .removed && $0.since == since }.compactMap { entry in
            Self.original(of: entry.name).map { (entry: entry, original: $0) }
        }.filter { !taken.contains($0.original) }
        guard !wanted.isEmpty else { return }
        try await store.move(
            wanted.map { (from: folder.key($0.entry.name), to: uploads.appending($0.original)) })
        journal.release(wanted.map(\.entry.name))
        try await folder.write(journal)
    }

    /// The retired screenshots with the index and time of a name, in any format, the last retired first.
    ///
    /// - Throws: errors of the store.
    package func objects(of name: ScreenshotName) async throws -> [ObjectKey] {
        func isNamed(_ retired: String) -> Bool {
            Self.original(of: retired).flatMap { ScreenshotName($0) } == name
        }
        return try await folder.journal().entries.filter { isNamed($0.name) }.sorted { $0.since > $1.since }
            .map { folder.key($0.name) }
    }

    /// Deletes the retired screenshots of a name, or all of them for nil; call it under ``lock()``.
    ///
    /// - Returns: The former paths of the screenshots in the storyboard's folder.
    /// - Throws: errors of the store; a later call deletes the rest.
    package func purge(_ name: ScreenshotName?) async throws -> [String] {
        var journal = try await folder.journal()
        let gone = journal.entries.map(\.name).filter { retired in
            name == nil || Self.original(of: retired).flatMap { ScreenshotName($0) } == name
        }
        guard !gone.isEmpty else { return [] }
        for retired in gone { try await store.delete(folder.key(retired)) }
        journal.release(gone)
        try await folder.write(journal)
        return gone.compactMap(Self.original).map { "\(ScreenshotSource.uploadsName)/\($0)" }
    }

    private func list(below key: ObjectKey) async throws -> [ObjectStatus] {
        var objects: [ObjectStatus] = []
        while true {
            let page = try await store.list(below: key, after: objects.last?.key, limit: Self.pageLimit)
            guard !page.isEmpty else { return objects }
            objects += page
        }
    }
}

extension ScreenshotSource {
    /// The name of the folder of uploaded screenshots in a storyboard's folder.
    package static let uploadsName = "screenshots"

    /// Whether the source is the storyboard's folder of uploads; it may have been moved with its library.
    package func isUploads(of id: StoryboardID) -> Bool {
        interval == nil && list == nil && bucketAddress == nil && folder.hasSuffix("/\(id)/\(Self.uploadsName)")
    }
}
