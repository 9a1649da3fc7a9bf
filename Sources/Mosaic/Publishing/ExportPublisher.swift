package import Foundation

/// Writes the exports of a published storyboard next to its track, and removes outdated exports.
///
/// The manifest first lists old and new files together, so that a later run knows all files of a killed run. Files with
/// a hash in their path are kept as long as old sheets; all others are replaced, or deleted at once.
package struct ExportPublisher: Sendable {
    let store: any ObjectStore
    /// The key of the storyboard's folder; nil if the store holds a single storyboard.
    let folder: ObjectKey?

    package init(in store: any ObjectStore, folder: ObjectKey?) {
        self.store = store
        self.folder = folder
    }

    /// The manifest; nil without one.
    ///
    /// - Throws: errors of the store.
    package func manifest() async throws -> ExportManifest? {
        let bytes = try await store.read(key(ExportManifest.fileName), limit: ExportManifest.limit)
        return bytes.flatMap(ExportManifest.init(parsing:))
    }

    /// Writes exports of the published storyboard.
    ///
    /// Leaves out an export that the storyboard cannot have, or whose file name a foreign file has; the manifest states
    /// the reason.
    /// - Parameters:
    ///   - request: The exports; `nil` writes the exports in the manifest again.
    ///   - secret: Signs URLs. Without it, exports whose URLs need a signature are left out.
    ///   - journal: Receives the unused files with a hash in their path.
    /// - Returns: The manifest after the call; `nil` without exports.
    /// - Throws: errors of the store; a later call does the rest.
    @discardableResult
    package func publish(
        _ storyboard: Storyboard, _ request: ExportManifest.Request?, secret: SheetURLSecret? = nil,
        journal: inout RetentionJournal, now: Date
    ) async throws -> ExportManifest? {
        let previous = try await manifest()
        guard let request = request ?? previous?.request, previous != nil || !request.exports.isEmpty else {
            return nil
        }
        let storyboards = try await StoryboardSet.published(with: storyboard, in: store, folder)
        let revision = ContentHash(of: storyboards.members.flatMap { $0.storyboard.record() })
        if let previous, previous.request == request, previous.revision == revision, try await isThere(previous) {
            return previous
        }
        let urls = storyboard.fileURLs(secret)
        let source = ExportSource(
            storyboards, StoredSheets(in: store, folder: folder),
            ExportOptions(cadence: request.cadence, duration: request.duration, urls: urls ?? .relative))
        let known = Set(previous?.files.map(\.rawValue) ?? [])
        let retired = Set(journal.entries.map(\.name))
        let writer = ExportWriter(in: store, folder: folder)
        var files: [ExportFile] = []
        var refusals: [ExportManifest.Refusal] = []
        for export in request.exports {
            do {
                guard urls != nil else { throw SheetURLSecret.missing }
                let all = try await export.files(of: source)
                let own = all.filter { !$0.isPublished(in: storyboards) }
                try await writer.check(own, of: source) { known.contains($0) || retired.contains($0) }
                files += own
            } catch let error as MosaicError
                where [.unsupported, .refused, .limitExceeded].contains(error.code) || error == SheetURLSecret.missing
            {
                refusals.append(ExportManifest.Refusal(name: export.name, reason: error.description))
            }
        }
        let current = files.compactMap { ExportPath($0.path) }
        let inUse = Set(files.map(\.path))
        let stale = (previous?.files ?? []).filter { !inUse.contains($0.rawValue) }
        try await write(ExportManifest(request, revision: nil, files: current + stale, refusals: refusals))
        try await writer.write(files, of: source)
        try await store.delete(stale.filter { !$0.isImmutable }.map { key($0.rawValue) })
        journal.release(files.map(\.path))
        journal.retire(stale.filter(\.isImmutable).map(\.rawValue), .superseded, at: now)
        // The journal lists these files before the manifest drops them.
        try await RetentionFolder(store: store, key: folder).write(journal)
        guard !request.exports.isEmpty else {
            try await store.delete(key(ExportManifest.fileName))
            return nil
        }
        let manifest = ExportManifest(request, revision: revision, files: current, refusals: refusals)
        try await write(manifest)
        return manifest
    }

    /// Deletes all files of exports; the manifest stays, so that a restored storyboard gets them again.
    ///
    /// - Throws: errors of the store; a later call deletes the rest.
    package func remove() async throws {
        guard let manifest = try await manifest() else { return }
        // Documents first, because players find the pictures through them.
        let files = manifest.files.filter { !$0.isImmutable } + manifest.files.filter(\.isImmutable)
        try await store.delete(files.map { key($0.rawValue) })
        try await write(ExportManifest(manifest.request, revision: nil, files: [], refusals: []))
    }

    /// Removes the journal's entries of files that a killed run used again.
    ///
    /// - Throws: errors of the store.
    func releaseFiles(from journal: inout RetentionJournal) async throws {
        guard journal.entries.contains(where: { ExportPath($0.name) != nil }) else { return }
        journal.release(try await manifest()?.files.map(\.rawValue) ?? [])
    }

    /// Whether all documents of a manifest are in place.
    private func isThere(_ manifest: ExportManifest) async throws -> Bool {
        for file in manifest.files where !file.isImmutable {
            guard try await store.status(of: key(file.rawValue)) != nil else { return false }
        }
        return true
    }

    private func write(_ manifest: ExportManifest) async throws {
        let bytes = manifest.encoded()
        if try await store.read(key(ExportManifest.fileName), limit: ExportManifest.limit) != bytes {
            try await store.put(key(ExportManifest.fileName), bytes)
        }
    }

    private func key(_ path: String) -> ObjectKey { folder?.appending(path) ?? ObjectKey(part: path) }
}

/// Writes files of exports into a store: pictures first, then documents. Each file appears complete or not at all.
package struct ExportWriter: Sendable {
    /// Maximum numbers of files and of bytes staged at a time.
    private static let (mostFiles, mostBytes) = (64, 32 << 20)

    let store: any ObjectStore
    /// The key of the folder with the files; nil for the whole store.
    let folder: ObjectKey?

    package init(in store: any ObjectStore, folder: ObjectKey?) {
        self.store = store
        self.folder = folder
    }

    /// Refuses to replace foreign files.
    ///
    /// - Parameter isOurs: Whether a file may be replaced, by its path.
    /// - Throws: `refused`, naming the first file with another content; errors of the source and the store.
    package func check(
        _ files: [ExportFile], of source: ExportSource, where isOurs: (String) -> Bool
    ) async throws {
        for file in files where !isOurs(file.path) {
            guard try await store.status(of: key(file.path)) != nil else { continue }
            guard try await store.holds(file.bytes(from: source), at: key(file.path)) else {
                throw MosaicError(.refused, file.path, "Another file has the name.")
            }
        }
    }

    /// Writes files that are missing or have other bytes.
    ///
    /// - Returns: The size of each file in bytes, also of files that are unchanged, by path.
    /// - Throws: errors of the source and the store; no document is replaced then.
    @discardableResult
    package func write(_ files: [ExportFile], of source: ExportSource) async throws -> [String: Int] {
        var staged: [[StagedObject]] = [[], []]
        var sizes: [String: Int] = [:]
        do {
            var waiting: [(key: ObjectKey, bytes: [UInt8])] = []
            var bytesWaiting = 0
            for isDocument in [false, true] {
                func stageWaiting() async throws {
                    staged[isDocument ? 1 : 0] += try await store.stage(waiting)
                    (waiting, bytesWaiting) = ([], 0)
                }
                for file in files where file.isDocument == isDocument {
                    let key = key(file.path)
                    if file.isImmutable, let status = try await store.status(of: key) {
                        sizes[file.path] = status.bytes
                        continue
                    }
                    let bytes = try await file.bytes(from: source)
                    sizes[file.path] = bytes.count
                    if try await store.holds(bytes, at: key) { continue }
                    waiting.append((key, bytes))
                    bytesWaiting += bytes.count
                    if waiting.count >= Self.mostFiles || bytesWaiting >= Self.mostBytes { try await stageWaiting() }
                }
                try await stageWaiting()
            }
            try await store.publish(staged.filter { !$0.isEmpty })
            return sizes
        } catch {
            await store.discard(staged.flatMap(\.self))
            throw error
        }
    }

    func key(_ path: String) -> ObjectKey { folder?.appending(path) ?? ObjectKey(part: path) }
}

extension ExportFile {
    /// Whether the file may refer to other files, and is written after them.
    var isDocument: Bool { ![.jpeg, .png, .mp4].contains(type) }
}

extension StoryboardPublisher {
    /// Writes exports of the published storyboard next to its track, without a publication.
    ///
    /// - Parameters:
    ///   - request: The exports; an empty request removes the earlier exports.
    ///   - secret: Signs URLs. Without it, exports whose URLs need a signature are left out.
    /// - Returns: The manifest; `nil` without a storyboard, or if no export is left.
    /// - Throws: errors of the store; a later call does the rest.
    package func export(
        _ request: ExportManifest.Request, secret: SheetURLSecret?, now: Date
    ) async throws -> ExportManifest? {
        guard let previous else { return nil }
        var journal = try await retention.journal()
        return try await exports.publish(previous, request, secret: secret, journal: &journal, now: now)
    }
}
