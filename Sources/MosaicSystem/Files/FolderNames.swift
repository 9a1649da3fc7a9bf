#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Entries of a folder by name, in the system's order.
package enum FolderNames {
    #if canImport(Glibc)
        private typealias Listing = OpaquePointer
    #else
        private typealias Listing = UnsafeMutablePointer<DIR>
    #endif

    /// Calls `visit` with each name but `.` and `..`, and with the open folder.
    ///
    /// - Returns: Nil where all names were visited.
    static func visit(_ folder: String, _ visit: (_ name: String, _ folder: Int32) -> Void) -> SystemFailure? {
        // For the system the path would end at its first zero byte.
        guard !folder.utf8.contains(0) else { return SystemFailure(code: EINVAL) }
        guard let listing = opendir(folder) else { return .current }
        return read(listing) { visit(String(decoding: $0, as: UTF8.self), dirfd(listing)) }
    }

    /// The same for an open folder.
    static func visit(_ folder: OpenFolder, _ visit: (_ name: String, _ folder: Int32) -> Void) -> SystemFailure? {
        read(folder) { visit(String(decoding: $0, as: UTF8.self), folder.descriptor) }
    }

    /// The same with names as the system stores them, which may be no text, with a zero byte at the end.
    static func visit(bytesOf folder: OpenFolder, _ visit: (_ name: [CChar]) -> Void) -> SystemFailure? {
        read(folder) { visit($0.map { CChar(bitPattern: $0) } + [0]) }
    }

    private static func read(_ folder: OpenFolder, _ visit: (UnsafeRawBufferPointer.SubSequence) -> Void)
        -> SystemFailure?
    {
        // A listing has its own position, which copies of a descriptor share.
        let descriptor = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return .current }
        guard let listing = fdopendir(descriptor) else {
            let failure = SystemFailure.current
            close(descriptor)
            return failure
        }
        return read(listing, visit)
    }

    /// Closes the listing.
    private static func read(_ listing: Listing, _ visit: (UnsafeRawBufferPointer.SubSequence) -> Void)
        -> SystemFailure?
    {
        defer { closedir(listing) }
        while true {
            errno = 0
            guard let entry = readdir(listing) else { return errno == 0 ? nil : .current }
            withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let name = bytes.prefix { $0 != 0 }
                if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { visit(name) }
            }
        }
    }

    /// All names; none where the folder cannot be read.
    package static func all(in folder: String) -> [String] {
        var names: [String] = []
        return visit(folder) { name, _ in names.append(name) } == nil ? names : []
    }
}
