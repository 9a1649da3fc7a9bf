package import Foundation
package import Mosaic

/// The uploaded screenshots of a library's storyboards, in a folder of each storyboard.
///
/// They are in the storyboard's folder, so that copying or removing it includes them, and one level deeper, where
/// sheets and records are not looked for.
package struct UploadedScreenshots: Sendable {
    /// The name of the folder within a storyboard's.
    package static let name = ScreenshotSource.uploadsName

    let library: StoryboardLibrary
    /// The store's folder on this machine; nil for a store that has none.
    private let root: String?
    private let chapters = ChapterIndex()

    private var store: any ObjectStore { library.store }

    package init(of library: StoryboardLibrary) {
        self.library = library
        root = library.store.localPath
    }

    /// The source of a storyboard, whether or not its files exist.
    package func source(of id: StoryboardID) -> ScreenshotSource {
        let key = key(of: id)
        let location = root.map { ScreenshotSource.Location.folder("\($0)/\(key)") } ?? .store(key)
        return ScreenshotSource(folder: location.description)
    }

    /// Whether an object lies where the storyboard's folder belongs, so that nothing can be uploaded.
    ///
    /// - Throws: `refused` where a link is in the way, `unavailable`.
    package func isObstructed(_ id: StoryboardID) async throws -> Bool {
        try await store.status(of: ObjectKey(id)) != nil
    }

    // MARK: Taking in

    /// Receives a screenshot without publishing it.
    ///
    /// - Parameters:
    ///   - limit: The most bytes.
    ///   - next: The next part; nil at the end.
    /// - Throws: `limitExceeded`, `unavailable`, `refused` where a link is in the way, what `next` throws.
    package func receive(
        _ name: ChapterFile, of id: StoryboardID, limit: Int, from next: () async throws -> [UInt8]?
    ) async throws -> StagedObject { try await store.receive(key(of: id, "\(name)"), limit: limit, from: next) }

    /// Discards a received screenshot.
    package func discard(_ received: StagedObject) async { await store.discard([received]) }

    /// Removes parts that killed servers received.
    package func discardAbandoned() async { await store.discardAbandonedUploads() }

    /// Gives a screenshot its place for good, and retires older ones of its chapter that have another time or format in
    /// their names: of two of a chapter only one can be composed.
    ///
    /// - Parameter keepingOld: Seconds for which these stay; 0 removes them at once.
    /// - Returns: Whether the chapter had a screenshot before.
    /// - Throws: `unavailable`, `refused` where a link is in the way.
    package func publish(
        _ received: StagedObject, as name: ChapterFile, of id: StoryboardID, keepingOld: Int, now: Date
    ) async throws -> Bool {
        let folder = key(of: id)
        let before = try await store.revision(of: folder)
        // The older ones go when the new one is there for good, and none of them comes back.
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

    /// Publishes a screenshot, over another one of its name where there is one.
    ///
    /// - Returns: Whether nothing had its name: of several first uploads of a name at a time one is the first.
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
    /// Its file's name, which tells its format.
    package let name: String
    /// Its bytes.
    package let object: OpenObject
}

extension UploadedScreenshots {
    /// The screenshots of a storyboard's chapters, in the order of their numbers; none behind a link.
    ///
    /// - Throws: `unavailable`.
    package func names(of id: StoryboardID) async throws -> [ScreenshotName] {
        try await latest(of: id).compactMap { ScreenshotName($0) }.sorted { $0.index < $1.index }
    }

    /// Opens the screenshot of that name, whichever format it is in; nil where there is none, and behind a link.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    package func open(_ name: ScreenshotName, of id: StoryboardID) async throws -> OpenScreenshot? {
        for format in ChapterFile.Format.allCases {
            if let screenshot = try await open("\(ChapterFile(name, format))", of: id) { return screenshot }
        }
        // Foreign files may be called .jpeg, or have leading zeros in their numbers.
        guard let other = try await latest(of: id).first(where: { ScreenshotName($0) == name }) else { return nil }
        return try await open(other, of: id)
    }

    /// Opens the screenshot of that name that was retired last; nil where there is none, and behind a link.
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

    /// The file of each chapter; of two the one that was written last, as it is composed.
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

    /// Treats files behind a link as absent, because they may be foreign.
    private func unlessBehindLink<Value>(_ work: () async throws -> Value?) async throws -> Value? {
        do {
            return try await work()
        } catch let error as MosaicError where error.code == .refused {
            return nil
        }
    }
}
