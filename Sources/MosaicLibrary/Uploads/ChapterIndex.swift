package import Mosaic
import Synchronization
package import TiledJPEG
import WebVTT

/// Caches the uploaded files of each chapter of recently used storyboards. An upload then need not list all files,
/// which takes longer with every file.
///
/// The index of a storyboard is valid until another process adds or removes a file. That changes the revision of the
/// storyboard's folder.
final class ChapterIndex: Sendable {
    private struct Folder {
        var revision: String
        var names: [Int: [String]]
        var count: Int
    }

    private struct State {
        /// The budget is in file names, each of some hundred bytes; one storyboard takes at most half of it.
        var folders = LRUCache<StoryboardID, Folder>(budget: 100_000)
        var listings = 0
    }

    private let state = Mutex(State())

    /// Number of listings, for tests.
    var listings: Int { state.withLock(\.listings) }

    /// The other files of a chapter after one file of it was stored.
    ///
    /// - Parameters:
    ///   - before: The folder's revision right before the file was stored; nil without a folder, or if the store has no
    ///     revisions.
    ///   - after: The folder's revision right after the file was stored.
    ///   - list: Lists all files by name.
    func others(
        than name: ChapterFile, of id: StoryboardID, before: String?, after: String?,
        list: () async throws -> [String]
    ) async rethrows -> [String] {
        func others(in folder: Folder) -> [String] {
            (folder.names[name.index] ?? []).filter { $0 != name.description }
        }
        let known = state.withLock { state -> Folder? in
            guard let after, let before, var folder = state.folders.value(id), folder.revision == before else {
                state.listings += 1
                return nil
            }
            if folder.names[name.index]?.contains(name.description) != true {
                folder.names[name.index, default: []].append(name.description)
                folder.count += 1
            }
            folder.revision = after
            state.folders.insert(folder, id, cost: folder.count)
            return folder
        }
        if let known { return others(in: known) }
        // If the folder changes during the listing, its revision differs at the next upload.
        let listed = Self.folder(of: try await list(), after)
        if after != nil { state.withLock { $0.folders.insert(listed, id, cost: listed.count) } }
        return others(in: listed)
    }

    /// Records that files of a chapter were removed.
    func remove(_ gone: [String], ofChapter index: Int, of id: StoryboardID, after revision: String?) {
        guard !gone.isEmpty else { return }
        state.withLock { state in
            guard let revision, var known = state.folders.value(id) else { return }
            let rest = (known.names[index] ?? []).filter { !gone.contains($0) }
            known.count -= (known.names[index]?.count ?? 0) - rest.count
            known.names[index] = rest
            known.revision = revision
            state.folders.insert(known, id, cost: known.count)
        }
    }

    private static func folder(of files: [String], _ revision: String?) -> Folder {
        var names: [Int: [String]] = [:]
        var count = 0
        for name in files {
            guard let index = ScreenshotName(name)?.index else { continue }
            names[index, default: []].append(name)
            count += 1
        }
        return Folder(revision: revision ?? "", names: names, count: count)
    }
}

/// The file name under which a chapter's screenshot is stored: `ch{index}_{seconds}s.jpg` or `.png`, by its content.
package struct ChapterFile: Hashable, Sendable, CustomStringConvertible {
    /// Formats of uploaded screenshots.
    package enum Format: String, Hashable, Sendable, CaseIterable {
        case jpeg = "jpg"
        case png

        /// Creates the format of an image; nil for unsupported formats.
        package init?(_ format: ImageFormat) {
            switch format {
            case .jpeg: self = .jpeg
            case .png: self = .png
            case .webp, .gif: return nil
            }
        }
    }

    package let index: Int
    /// Whole seconds from the start of the film.
    let seconds: Int64
    package let format: Format

    /// Creates the file name for a screenshot's name in a request; leading zeros are dropped.
    package init(_ name: ScreenshotName, _ format: Format) {
        index = name.index
        seconds = name.time.milliseconds / 1_000
        self.format = format
    }

    package var description: String { "ch\(index)_\(seconds)s.\(format.rawValue)" }
}
