package import Foundation
package import Mosaic

/// The uploaded screenshots of a library, in one folder for each storyboard.
///
/// The folder is in the storyboard's folder, so that copying or removing the storyboard includes it. It is a subfolder,
/// so that no screenshot is mistaken for a sheet or a record.
package struct UploadedScreenshots: Sendable {
    /// Name of the folder within a storyboard's folder.
    package static let name = ScreenshotSource.uploadsName

    let library: StoryboardLibrary
    /// The store's local folder; nil for a store without one.
    private let root: String?
    private let chapters = ChapterIndex()

    private var store: any ObjectStore { library.store }

    package init(of library: StoryboardLibrary) {
        self.library = library
        root = library.store.localPath
    }

    /// The source for a storyboard's uploads, whether or not files exist.
    package func source(of id: StoryboardID) -> ScreenshotSource {
        let key = key(of: id)
        let location = root.map { ScreenshotSource.Location.folder("\($0)/\(key)") } ?? .store(key)
        return ScreenshotSource(folder: location.description)
    }

    /// Whether an object is in the place of the storyboard's folder, so that uploads are impossible.
    ///
    /// - Throws: `refused` if the path contains a link, `unavailable`.
    package func isObstructed(_ id: StoryboardID) async throws -> Bool {
        try await store.status(of: ObjectKey(id)) != nil
    }

    // MARK: Uploads

    /// Receives a screenshot into a temporary object, without publishing it.
    ///
    /// - Parameters:
    ///   - limit: Maximum size in bytes.
    ///   - next: Returns the next part; nil at the end.
    /// - Throws: `limitExceeded`, `unavailable`, `refused` if the path contains a link, errors of `next`.
    package func receive(
        _ name: ChapterFile, of id: StoryboardID, limit: Int, from next: () async throws -> [UInt8]?
    ) async throws -> StagedObject { try await store.receive(key(of: id, "\(name)"), limit: limit, from: next) }

    package func discard(_ received: StagedObject) async { await store.discard([received]) }

    /// Removes incomplete uploads of killed servers.
    package func discardAbandoned() async { await store.discardAbandonedUploads() }

    /// Publishes a received screenshot, and retires older files of its chapter with another time or format in their
    /// names, because only one file of a chapter can be composed.
    ///
    /// - Parameter keepingOld: Seconds for which the older files are kept; 0 removes them at once.
    /// - Returns: Whether the chapter had a screenshot before.
    /// - Throws: `unavailable`, `refused` if the path contains a link.
    package func publish(
        _ received: StagedObject, as name: ChapterFile, of id: StoryboardID, keepingOld: Int, now: Date
    ) async throws -> Bool {
        let folder = key(of: id)
        let before = try await store.revision(of: folder)
        // The older files are removed only after the new one is stored durably.
        let isNew = try await publish(received)
        let superseded = await superseded(by: name, of: id, before: before)
        guard !superseded.isEmpty else { return !isNew }
        await retire(superseded, of: id, keepingOld: keepingOld, now: now)
        var gone: [String] = []
        let after = try? await store.revision(of: folder)
        for other in superseded where (try? await store.status(of: key(of: id, other))) == nil { gone.append(other) }
        chapters.remove(gone, ofChapter: name.index, of: id, after: after)
        return true
    }

    /// Publishes a screenshot, replacing an object of the same name.
    ///
    /// - Returns: Whether no object had the name. Of several concurrent first uploads, only one returns true.
    private func publish(_ received: StagedObject) async throws -> Bool {
        do {
            try await store.publish([[received.published(if: .absent)]])
            return true
        } catch let error as MosaicError where error.code == .conflict {
            try await store.publish([[received]])
            return false
        }
    }

    private func superseded(by name: ChapterFile, of id: StoryboardID, before: String?) async -> [String] {
        guard let own = try? await store.status(of: key(of: id, "\(name)")) else { return [] }
        let after = try? await store.revision(of: key(of: id))
        let others = try? await chapters.others(than: name, of: id, before: before, after: after) {
            try await RetiredScreenshots(of: id, in: store).uploaded()
        }
        var superseded: [String] = []
        for other in others ?? [] {
            guard let status = try? await store.status(of: key(of: id, other)) else { continue }
            if (status.modified, other) < (own.modified, name.description) { superseded.append(other) }
        }
        return superseded
    }

    private func retire(_ names: [String], of id: StoryboardID, keepingOld: Int, now: Date) async {
        do {
            try await library.supersedeScreenshots(names, of: id, keepingOld: keepingOld, now: now)
        } catch {
            try? await library.supersedeScreenshots(names, of: id, keepingOld: 0, now: now)
        }
    }

    private func key(of id: StoryboardID) -> ObjectKey { ObjectKey(id).appending(Self.name) }

    private func key(of id: StoryboardID, _ name: String) -> ObjectKey { key(of: id).appending(name) }
}

/// An open screenshot in full size.
package struct OpenScreenshot: Sendable {
    /// The file's name, whose extension gives the format.
    package let name: String
    /// Content of the file.
    package let object: OpenObject
}

extension UploadedScreenshots {
    /// The screenshots of a storyboard's chapters, sorted by chapter index. Files reached through a link are left out.
    ///
    /// - Throws: `unavailable`.
    package func names(of id: StoryboardID) async throws -> [ScreenshotName] {
        try await latest(of: id).compactMap { ScreenshotName($0) }.sorted { $0.index < $1.index }
    }

    /// Opens the screenshot of a name, in any format; nil if it is missing or reached through a link.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    package func open(_ name: ScreenshotName, of id: StoryboardID) async throws -> OpenScreenshot? {
        for format in ChapterFile.Format.allCases {
            if let screenshot = try await open("\(ChapterFile(name, format))", of: id) { return screenshot }
        }
        // Foreign files may have the extension .jpeg, or leading zeros in their numbers.
        guard let other = try await latest(of: id).first(where: { ScreenshotName($0) == name }) else { return nil }
        return try await open(other, of: id)
    }

    /// Opens the last retired upload of a name; nil if there is none or it is reached through a link.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    package func openRetired(_ name: ScreenshotName, of id: StoryboardID) async throws -> OpenScreenshot? {
        try await unlessBehindLink {
            for key in try await library.retiredScreenshots(name, of: id) {
                if let object = try await library.store.open(key) {
                    return OpenScreenshot(name: String(key.parts[key.parts.count - 1]), object: object)
                }
            }
            return nil
        }
    }

    private func open(_ file: String, of id: StoryboardID) async throws -> OpenScreenshot? {
        try await unlessBehindLink {
            try await library.store.open(ObjectKey(id).appending("\(Self.name)/\(file)"))
                .map { OpenScreenshot(name: file, object: $0) }
        }
    }

    /// The file of each chapter. Of several files, the last written one, as in composing.
    private func latest(of id: StoryboardID) async throws -> [String] {
        let objects = try await unlessBehindLink {
            try await RetiredScreenshots(of: id, in: library.store).uploadedObjects()
        }
        var latest: [Int: (status: ObjectStatus, file: String)] = [:]
        for (status, file) in objects ?? [] {
            guard let index = ScreenshotName(file)?.index else { continue }
            if let other = latest[index], (status.modified, file) < (other.status.modified, other.file) { continue }
            latest[index] = (status, file)
        }
        return latest.values.map(\.file)
    }

    /// Treats files reached through a link as missing, because they may belong to another folder.
    private func unlessBehindLink<Value>(_ work: () async throws -> Value?) async throws -> Value? {
        do {
            return try await work()
        } catch let error as MosaicError where error.code == .refused {
            return nil
        }
    }
}
