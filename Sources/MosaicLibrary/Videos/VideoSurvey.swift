import Foundation
import Mosaic
import MosaicSystem

/// Compares a video index with the files below the roots, and stores the differences.
///
/// An unchanged file costs one query of its status. Memory contains the names of one folder at a time; changes are
/// stored in batches. After the first survey, only folders whose time has changed, or with very recent writes, are
/// examined.
package struct VideoSurvey: Sendable {
    /// The result of a survey.
    package struct Report: Hashable, Sendable {
        /// Number of files that were added, changed or removed in the index.
        package fileprivate(set) var changes = 0
        /// Number of folders that could not be read; their entries in the index are kept.
        package fileprivate(set) var unreadable = 0
    }

    /// Maximum number of files in one transaction, which blocks other writers.
    private static let batch = 500
    /// Maximum number of indexed files in memory.
    private static let page = 1_000
    /// Age in nanoseconds below which a folder's time may be the same for two changes.
    private static let youngFolder: Int64 = 2_000_000_000
    /// Age in nanoseconds below which a written file may still grow.
    private static let youngFile: Int64 = 10_000_000_000

    private let index: any VideoIndex
    private var tree: VideoTree
    private var examined: [VideoFolder: Examined] = [:]
    private var isFirst = true
    /// Whether the index may contain files that no longer exist.
    private var keepsRemoved = false

    /// The last known state of a folder.
    private struct Examined {
        let stamps: [VideoTree.Stamp]
        /// Whether files in the folder may have changed without a change of the folder's time.
        let isYoung: Bool
    }

    package init(of roots: VideoRoots, into index: any VideoIndex) {
        self.index = index
        tree = VideoTree(of: roots)
    }

    /// Compares folders with the index.
    ///
    /// - Parameter isFull: Whether seemingly unchanged folders are compared, too; the first survey always is full.
    /// - Throws: `unavailable`, `CancellationError`; changes stored before the error are kept.
    package mutating func run(isFull: Bool = false) async throws -> Report {
        var report = Report()
        let walk = tree.walk()
        report.unreadable = walk.unreadable
        // If a root cannot be read, for example because a disk is not mounted, its videos stay in the index until it
        // can be read again.
        let isWhole = walk.unreadable == 0
        let isFull = isFull || isFirst || (keepsRemoved && isWhole)
        if !isWhole { keepsRemoved = true }
        for (folder, places) in walk.folders {
            try Task.checkCancellation()
            let stamps = places.map(\.stamp)
            if !isFull, let known = examined[folder], known.stamps == stamps, !known.isYoung { continue }
            guard let files = Self.files(in: folder, at: places) else {
                report.unreadable += 1
                examined[folder] = nil
                continue
            }
            report.changes += try await compare(folder, with: files, mayRemove: isWhole)
            let now = FileStatus.now
            let isYoung =
                stamps.contains { (0..<Self.youngFolder).contains(now &- $0.modified) }
                || files.contains { (0..<Self.youngFile).contains(now &- $0.modified) }
            examined[folder] = Examined(stamps: stamps, isYoung: isYoung)
        }
        if isWhole, isFull || examined.keys.contains(where: { walk.folders[$0] == nil }) {
            for folder in try await index.videoFolders().map(\.folder) where walk.folders[folder] == nil {
                report.changes += try await compare(folder, with: [], mayRemove: true)
                examined[folder] = nil
            }
            for folder in examined.keys where walk.folders[folder] == nil { examined[folder] = nil }
        }
        isFirst = false
        keepsRemoved = !isWhole
        return report
    }

    /// Stores the differences between a folder and its part of the index; returns their number.
    ///
    /// - Parameters:
    ///   - files: The folder's files, sorted by the bytes of their names.
    ///   - mayRemove: Whether entries of the index without a file are removed.
    private func compare(_ folder: VideoFolder, with files: [VideoFile], mayRemove: Bool) async throws -> Int {
        var changes = Changes()
        var position = 0
        var last: String?
        while true {
            let known = try await index.videoFiles(in: folder, after: last, limit: Self.page)
            for file in known {
                while position < files.count, files[position].name.precedes(file.name) {
                    changes.files.append(files[position])
                    position += 1
                }
                if position < files.count, files[position].name.utf8.elementsEqual(file.name.utf8) {
                    if files[position] != file { changes.files.append(files[position]) }
                    position += 1
                } else if mayRemove {
                    changes.removed.append(file.name)
                }
                try await store(&changes, of: folder, from: Self.batch)
            }
            guard known.count == Self.page else { break }
            last = known.last?.name
        }
        while position < files.count {
            changes.files.append(files[position])
            position += 1
            try await store(&changes, of: folder, from: Self.batch)
        }
        try await store(&changes, of: folder, from: 1)
        return changes.stored
    }

    private struct Changes {
        var files: [VideoFile] = []
        var removed: [String] = []
        var stored = 0
    }

    private func store(_ changes: inout Changes, of folder: VideoFolder, from least: Int) async throws {
        let count = changes.files.count + changes.removed.count
        guard count >= least else { return }
        try Task.checkCancellation()
        try await index.change(folder, storing: changes.files, removing: changes.removed)
        changes = Changes(stored: changes.stored + count)
    }

    /// The films and audio files of a folder in all roots, sorted by the bytes of their names; nil if the folder cannot
    /// be read.
    private static func files(in folder: VideoFolder, at places: [VideoTree.Place]) -> [VideoFile]? {
        var files: [VideoFile] = []
        for place in places {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: place.path) else { return nil }
            for name in names {
                guard let kind = VideoPath.Kind(of: name), kind != .information, let path = folder.path(of: name),
                    let status = place.root.status(of: path, isBehindLink: place.isBehindLink)
                else { continue }
                files.append(
                    VideoFile(name: name, bytes: status.bytes, modified: status.modified, inode: status.inode))
            }
        }
        let order = files.indices.sorted { one, other in
            if files[one].name.utf8.elementsEqual(files[other].name.utf8) { return one < other }
            return files[one].name.precedes(files[other].name)
        }
        var sorted: [VideoFile] = []
        sorted.reserveCapacity(files.count)
        for position in order {
            // The first root that has the file wins.
            if let last = sorted.last, last.name.utf8.elementsEqual(files[position].name.utf8) { continue }
            sorted.append(files[position])
        }
        return sorted
    }
}

extension String {
    /// Whether the bytes precede the bytes of another string, as in an SQLite index.
    fileprivate func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
