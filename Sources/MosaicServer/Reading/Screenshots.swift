import Foundation
import Mosaic

/// The screenshots of storyboards in full size, wherever they came from.
struct Screenshots: Sendable {
    let catalog: any Catalog
    /// Where uploads lie; nil where the server takes none.
    let folder: UploadFolder?
    let readers: Readers
    let threads = DiskThreads()

    /// The files of a storyboard's chapters, in the order of their numbers; none where nothing is known of it.
    ///
    /// - Throws: `unavailable`.
    func chapters(of id: StoryboardID) async throws -> [ScreenshotName] {
        guard let path = try await path(of: id) else { return [] }
        return try await withTaskExecutorPreference(threads) { try await Self.chapters(in: path) }
    }

    /// Opens the screenshot of that name, whichever format it is in, also one that was removed a while ago; nil where
    /// there is none.
    ///
    /// - Throws: `unavailable`.
    func file(_ name: ScreenshotName, of id: StoryboardID) async throws -> ScreenshotFile? {
        guard let path = try await path(of: id) else { return nil }
        return try await withTaskExecutorPreference(threads) {
            for path in [path] + (folder?.setAside(of: id) ?? []) {
                if let file = try await open(name, in: path) { return file }
            }
            return nil
        }
    }

    /// The folder that a storyboard's chapters are read from; nil where its files have other names.
    private func path(of id: StoryboardID) async throws -> String? {
        let source = try await catalog.job(of: id)?.request().source
        if let folder, source.map({ folder.isOwn($0, of: id) }) ?? true {
            return folder.isBehindLink(id) ? nil : folder.path(of: id)
        }
        guard let source else { return nil }
        return source.interval == nil && source.list == nil ? source.folder : nil
    }

    private static func chapters(in path: String) async throws -> [ScreenshotName] {
        guard FileStatus(path: path)?.isFolder == true else { return [] }
        return try ScreenshotFolder(path: path).chapters().screenshots.compactMap { ScreenshotName($0.name) }
            .sorted { $0.index < $1.index }
    }

    private func open(_ name: ScreenshotName, in path: String) async throws -> ScreenshotFile? {
        for format in ChapterFile.Format.allCases {
            let file = "\(path)/\(ChapterFile(name, format))"
            if let file = ScreenshotFile(path: file, type: format.type, readers: readers) { return file }
        }
        // Somebody else's files may be called .jpeg, or have zeros in front of their numbers.
        guard FileStatus(path: path)?.isFolder == true,
            let other = try ScreenshotFolder(path: path).chapters().screenshots
                .first(where: { ScreenshotName($0.name) == name }),
            let type = ContentType(fileName: other.name), let file = other.path
        else { return nil }
        return ScreenshotFile(path: file, type: type, readers: readers)
    }
}
