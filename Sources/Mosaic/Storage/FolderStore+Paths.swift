import Foundation
import MosaicSystem

extension FolderStore {
    /// The location of an object's file.
    struct Place {
        let folder: String
        let name: String
        /// The file's status; `nil` without a file.
        let status: FileStatus?
        var path: String { folder + "/" + name }
    }

    /// The prefix of the catalog's files. They may be in the store's folder, but are not objects.
    package static let catalogName = ".mosaic-catalog"

    /// Maximum length of a part of a key, in bytes: the limit of common file systems.
    static let longestPart = 255

    /// The location of an object's file. The file may be missing; no part of its path may be a link.
    ///
    /// - Parameter replacingLink: Whether the last part may be a link, which a new file replaces.
    /// - Throws: `refused`; `unavailable` if a folder may not be entered.
    func place(of key: ObjectKey, replacingLink: Bool = false) throws -> Place {
        let parts = key.parts.map(String.init)
        guard !parts[0].hasPrefix(Self.catalogName), !parts.contains(where: Self.isTemporary) else {
            throw MosaicError(.refused, key.rawValue, "A name that begins like this is the library's own.")
        }
        // Checked before the first of several files is renamed.
        if let long = parts.first(where: { $0.utf8.count > Self.longestPart }) {
            throw MosaicError(
                .refused, key.rawValue,
                "A name of \(long.utf8.count) bytes is longer than the \(Self.longestPart) that a file's may have.")
        }
        var folder = path
        for part in parts.dropLast() {
            folder += "/" + part
            try refuseLink(folder, key)
        }
        let name = parts[parts.count - 1]
        let path = folder + "/" + name
        let status = replacingLink ? FileStatus(ofLinkItself: path) : try refuseLink(path, key)
        return Place(folder: folder, name: name, status: status)
    }

    /// The folder of the objects below a key.
    ///
    /// - Throws: `refused`; `unavailable` if a folder may not be entered.
    func folder(at key: ObjectKey) throws -> String { try place(of: key).path }

    static func isTemporary(_ name: String) -> Bool { name.hasPrefix(PendingFile.prefix) }

    /// The error for a folder that this process may not enter, so that it cannot see the objects.
    static func closed(_ folder: String) -> MosaicError {
        MosaicError(.unavailable, FolderPath.name(of: folder), SystemFailure.closedFolder)
    }

    /// - Returns: The status; nil if there is no file.
    @discardableResult
    private func refuseLink(_ path: String, _ key: ObjectKey) throws -> FileStatus? {
        guard let status = FileStatus(ofLinkItself: path) else {
            if SystemFailure.current.isDenial { throw Self.closed(FolderPath.parent(of: path)) }
            return nil
        }
        guard !status.isLink else {
            throw MosaicError(.refused, key.rawValue, "A symbolic link is in the way; links are not followed here.")
        }
        return status
    }
}

/// Collects a page of the files below a folder in the order of their keys' bytes.
struct FolderWalk {
    private let after: String?
    private let limit: Int
    private let now: Int64
    private(set) var page: [ObjectStatus] = []

    /// - Parameters:
    ///   - after: The last key before the page; nil begins with the first key.
    ///   - limit: Maximum number of objects in the page.
    ///   - now: Nanoseconds since 1970.
    init(after: String?, limit: Int, now: Int64) {
        self.after = after
        self.limit = limit
        self.now = now
    }

    /// Adds the files below a folder whose keys begin with `prefix`; none if the folder does not exist.
    ///
    /// Stops when the page is full, regardless of the number of files.
    /// - Throws: `unavailable`.
    mutating func visit(_ folder: String, prefix: String) throws {
        let names = try Self.names(in: folder, isTop: prefix.isEmpty)
            .filter { mayHold(prefix + $0 + "/") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        // Folders sort by their names with a slash at the end, as their keys do.
        var waiting: [String] = []
        for name in names {
            while let last = waiting.last, (last + "/").utf8.lexicographicallyPrecedes(name.utf8) {
                waiting.removeLast()
                try visit(folder + "/" + last, prefix: prefix + last + "/")
            }
            guard page.count < limit else { return }
            guard let status = FileStatus(ofLinkItself: folder + "/" + name) else {
                if SystemFailure.current.isDenial { throw FolderStore.closed(folder) }
                continue
            }
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
            // The folder may exist again by now, so the error decides first.
            let isAbsent = SystemFailure(behind: error)?.isAbsence == true
            guard !isAbsent, FileStatus(path: folder)?.isFolder == true else { return [] }
            throw MosaicError(
                .unavailable, URL(fileURLWithPath: folder).lastPathComponent, "The folder cannot be read.")
        }
        return names.filter { !FolderStore.isTemporary($0) && !(isTop && $0.hasPrefix(".")) }
    }
}
