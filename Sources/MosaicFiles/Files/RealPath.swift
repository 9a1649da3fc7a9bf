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
}
