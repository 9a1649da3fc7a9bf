#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Paths without links and dots.
package enum RealPath {
    /// The path of what a path leads to; nil where there is nothing.
    package static func of(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The part of an absolute path below a root; `nil` for the root itself and paths elsewhere.
    package static func path(of path: String, below root: String) -> String? {
        let root = root.utf8.last == UInt8(ascii: "/") ? root : root + "/"
        guard path.utf8.starts(with: root.utf8), path.utf8.count > root.utf8.count else { return nil }
        return String(decoding: path.utf8.dropFirst(root.utf8.count), as: UTF8.self)
    }

    /// The root of an absolute path, the widest if roots contain each other; `nil` for a path that is below no root.
    package static func root(of path: String, among roots: [String]) -> String? {
        roots.filter { self.path(of: path, below: $0) != nil }.min { $0.utf8.count < $1.utf8.count }
    }
}
