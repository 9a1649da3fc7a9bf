#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Folders of temporary files in places that other users may write, such as a video root.
///
/// An own folder belongs to the effective user of this process, and other users have no permission for it. So the
/// process may remove and move its entries.
extension OpenFolder {
    /// Opens an own folder in this one; `nil` if the name is free.
    ///
    /// - Throws: `refused` if the folder is not an own one, `unavailable`.
    package func ownFolder(_ name: String) throws -> OpenFolder? {
        guard let folder = try folder(name) else {
            guard status(of: name) == nil else {
                throw FileError(.refused, name, "A file or a link has the name of this folder. Remove it.")
            }
            return nil
        }
        try folder.checkOwner(name)
        return folder
    }

    /// Opens an own folder in this one and creates it if the name is free.
    ///
    /// - Throws: `refused` if the folder is not an own one, `unavailable`.
    package func makeOwnFolder(_ name: String) throws -> OpenFolder {
        let folder = try makeFolder(name, permissions: 0o700)
        try folder.checkOwner(name)
        return folder
    }

    /// Removes the entries of processes that have ended. Other names than a ``TemporaryName`` stay.
    package func removeAbandoned() {
        for name in names {
            guard let temporary = TemporaryName(parsing: name), let status = status(of: name),
                temporary.isAbandoned(modified: status.modified)
            else { continue }
            remove(name)
        }
    }

    private func checkOwner(_ name: String) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw FileError(.unavailable, name, "The folder cannot be read: \(SystemFailure.current).")
        }
        guard status.st_uid == geteuid() else {
            throw FileError(
                .refused, name,
                "The folder belongs to another user. Remove it, or give it to the user that runs this program.")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw FileError(.refused, name, "Other users may write into the folder. Remove it, or set its mode to 700.")
        }
        // A folder that was copied or restored may have other permissions; some file systems have none.
        if status.st_mode & 0o077 != 0 { _ = fchmod(descriptor, 0o700) }
    }
}
