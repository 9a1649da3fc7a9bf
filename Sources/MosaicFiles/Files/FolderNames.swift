#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Names in a folder, as the system lists them.
package enum FolderNames {
    /// Calls `visit` with each name but `.` and `..`, and with the open folder.
    ///
    /// - Returns: Nil where all names were visited.
    static func visit(_ folder: String, _ visit: (_ name: String, _ folder: Int32) -> Void) -> SystemFailure? {
        // For the system the path would end at its first zero byte.
        guard !folder.utf8.contains(0) else { return SystemFailure(code: EINVAL) }
        guard let listing = opendir(folder) else { return .current }
        defer { closedir(listing) }
        while true {
            errno = 0
            guard let entry = readdir(listing) else { return errno == 0 ? nil : .current }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { visit(name, dirfd(listing)) }
        }
    }

    /// All names; none where the folder cannot be read.
    package static func all(in folder: String) -> [String] {
        var names: [String] = []
        return visit(folder) { name, _ in names.append(name) } == nil ? names : []
    }
}
