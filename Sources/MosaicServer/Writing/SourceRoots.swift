import Foundation
import Mosaic
import MosaicFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The folders that sources may be named in.
struct SourceRoots: Sendable {
    private let roots: [String]

    /// Takes folders that exist.
    ///
    /// - Throws: `invalidSettings`.
    init(_ paths: [String]) throws {
        roots = try paths.map { path in
            guard let real = Self.real(path), FileStatus(path: real)?.isFolder == true else {
                throw MosaicError(.invalidSettings, "source root", "One of the folders is not there.")
            }
            return real
        }
    }

    /// The folder that a client's name for a source stands for; nil where there is none, where it is no folder, and
    /// where a link on the way to it or in it leads out of its root: nobody is told which.
    func folder(named name: String) -> String? {
        guard ObjectKey(rawValue: name) != nil else { return nil }
        for root in roots {
            guard let path = Self.real(root + "/" + name), path.utf8.starts(with: (root + "/").utf8),
                FileStatus(path: path)?.isFolder == true
            else { continue }
            return holdsLinksOut(path, of: root) ? nil : path
        }
        return nil
    }

    /// Opens what a link in a source stands for; nil where that lies outside of the link's root.
    ///
    /// - Returns: A descriptor, which is the caller's to close.
    func descriptor(ofLinkAt path: String, flags: Int32) -> Int32? {
        guard let real = Self.real(path),
            let root = roots.map({ $0 + "/" }).first(where: { root in
                [path, real].allSatisfy { $0.utf8.starts(with: root.utf8) }
            })
        else { return nil }
        // Folder by folder, so that no link that was put there since is followed.
        var parts = real.dropFirst(root.count).split(separator: "/").map(String.init)
        guard let name = parts.popLast() else { return nil }
        var folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for part in parts {
            let parent = folder
            defer { close(parent) }
            folder = openat(parent, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        defer { close(folder) }
        let descriptor = openat(folder, name, flags)
        return descriptor < 0 ? nil : descriptor
    }

    private func holdsLinksOut(_ folder: String, of root: String) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return true }
        return names.contains { name in
            let path = folder + "/" + name
            guard FileStatus(ofLinkItself: path)?.isLink == true else { return false }
            return Self.real(path).map { !$0.utf8.starts(with: (root + "/").utf8) } ?? true
        }
    }

    /// A path without links and dots; nil where there is nothing.
    static func real(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
