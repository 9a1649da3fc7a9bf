#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Files that only their owner may read and write.
package enum PrivateFile {
    private static let permissions: mode_t = 0o600

    /// Creates an empty file with mode 600 unless something has the name.
    ///
    /// A failure is left to the program that opens the file, which reports it.
    package static func create(at path: String) {
        #if canImport(Glibc)
            // Never open: to close a descriptor would release all locks that this process has on the file.
            mknod(path, S_IFREG | permissions, 0)
        #else
            let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, permissions)
            if descriptor >= 0 { close(descriptor) }
        #endif
    }
}
