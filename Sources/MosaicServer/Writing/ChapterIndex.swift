import Foundation
import Mosaic
import MosaicFiles
import Synchronization

/// Which files the chapters of some folders have, so that an upload does not list its folder: that takes the longer the
/// more files there are.
///
/// What is known of a folder holds until somebody else changes it, which the folder's own time tells.
final class ChapterIndex: Sendable {
    private struct Folder {
        /// When it was changed last, in nanoseconds since 1970.
        var modified: Int64
        var names: [Int: [String]]
        var count: Int
        /// The higher, the later it was asked for.
        var use: UInt64
    }

    private struct State {
        var folders: [String: Folder] = [:]
        var uses: UInt64 = 0
        var listings = 0
    }

    /// The most names in memory, some hundred bytes each.
    private static let maximumNames = 50_000

    private let state = Mutex(State())

    /// How often a folder was listed, for tests.
    var listings: Int { state.withLock(\.listings) }

    /// The other files of a chapter of which one has just come into a folder.
    ///
    /// - Parameter before: What the folder was like right before that.
    func others(than name: ChapterFile, in folder: String, before: FileStatus?) -> [String] {
        guard let now = FileStatus(path: folder) else { return [] }
        return state.withLock { state in
            state.uses += 1
            var known: Folder
            if let folder = state.folders[folder], folder.modified == before?.modified {
                known = folder
                if known.names[name.index]?.contains(name.description) != true {
                    known.names[name.index, default: []].append(name.description)
                    known.count += 1
                }
            } else {
                state.listings += 1
                known = Self.listed(folder)
            }
            // Changed while it was listed, it has another time when the next file comes.
            known.modified = now.modified
            known.use = state.uses
            state.folders[folder] = known
            Self.evict(&state.folders)
            return (known.names[name.index] ?? []).filter { $0 != name.description }
        }
    }

    /// Takes note that some files of a chapter have just been taken away, which changed the folder; of those that are
    /// still there nothing is forgotten.
    func forget(_ names: [String], ofChapter index: Int, from folder: String) {
        guard !names.isEmpty else { return }
        let now = FileStatus(path: folder)
        let gone = names.filter { FileStatus(ofLinkItself: "\(folder)/\($0)") == nil }
        state.withLock { state in
            guard let now, var known = state.folders[folder] else { return }
            let rest = (known.names[index] ?? []).filter { !gone.contains($0) }
            known.count -= (known.names[index]?.count ?? 0) - rest.count
            known.names[index] = rest
            known.modified = now.modified
            state.folders[folder] = known
        }
    }

    private static func listed(_ folder: String) -> Folder {
        var names: [Int: [String]] = [:]
        var count = 0
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let index = ScreenshotName(name)?.index else { continue }
            names[index, default: []].append(name)
            count += 1
        }
        return Folder(modified: 0, names: names, count: count, use: 0)
    }

    private static func evict(_ folders: inout [String: Folder]) {
        var total = folders.values.reduce(0) { $0 + $1.count }
        while total > maximumNames, let oldest = folders.min(by: { $0.value.use < $1.value.use }) {
            total -= oldest.value.count
            folders[oldest.key] = nil
        }
    }
}
