import Foundation
import Mosaic

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
