import Foundation
import MosaicSystem

/// Collects a page of the files below a folder in the order of their keys' bytes.
struct FolderWalk {
    private let after: String?
    private let limit: Int
    private let now: Int64
    private(set) var page: [ObjectStatus] = []

    /// - Parameters:
    ///   - after: The key behind which the page begins; nil begins at the start.
    ///   - limit: The most objects of the page.
    ///   - now: Nanoseconds since 1970.
    init(after: String?, limit: Int, now: Int64) {
        self.after = after
        self.limit = limit
        self.now = now
    }

    /// Adds the files below a folder whose keys begin with `prefix`; none where the folder does not exist.
    ///
    /// Stops when the page is full, however many files the folder has.
    /// - Throws: `unavailable`.
    mutating func visit(_ folder: String, prefix: String) throws {
        let names = try Self.names(in: folder, isTop: prefix.isEmpty)
            .filter { mayHold(prefix + $0 + "/") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        // Folders sort with the slash behind their names, as their keys do.
        var waiting: [String] = []
        for name in names {
            while let last = waiting.last, (last + "/").utf8.lexicographicallyPrecedes(name.utf8) {
                waiting.removeLast()
                try visit(folder + "/" + last, prefix: prefix + last + "/")
            }
            guard page.count < limit else { return }
            guard let status = FileStatus(ofLinkItself: folder + "/" + name) else { continue }
            if status.isFolder {
                waiting.append(name)
            } else if status.isRegularFile, isBehind(prefix + name), let key = ObjectKey(rawValue: prefix + name) {
                page.append(status.object(key, at: now))
            }
        }
        for last in waiting.reversed() where page.count < limit {
            try visit(folder + "/" + last, prefix: prefix + last + "/")
        }
    }

    /// Whether a key that begins with `start`, or `start` without its slash, can belong to the page.
    private func mayHold(_ start: String) -> Bool {
        isBehind(start) || after?.utf8.starts(with: start.utf8) == true
    }

    private func isBehind(_ key: String) -> Bool {
        after.map { $0.utf8.lexicographicallyPrecedes(key.utf8) } ?? true
    }

    private static func names(in folder: String, isTop: Bool) throws -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            // It may be there again by now.
            let isAbsent = SystemFailure(behind: error)?.isAbsence == true
            guard !isAbsent, FileStatus(path: folder)?.isFolder == true else { return [] }
            throw MosaicError(
                .unavailable, URL(fileURLWithPath: folder).lastPathComponent, "The folder cannot be read.")
        }
        return names.filter { !FolderStore.isTemporary($0) && !(isTop && $0.hasPrefix(".")) }
    }
}
