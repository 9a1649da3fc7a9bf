import Foundation

/// A file that is written under a temporary name and then renamed, so that it never appears incomplete.
package struct PendingFile: Sendable {
    /// The prefix of temporary names, followed by a ``TemporaryName``. Files of killed processes are found by this
    /// prefix.
    package static let prefix = ".mosaic-pending-"

    private let temporary: PathInFolder
    private let target: PathInFolder
    private let name: String

    /// The temporary path; the file's name for an open folder.
    package var temporaryPath: String { temporary.path }

    /// Writes the bytes under a temporary name.
    ///
    /// - Parameter owner: Owner, group and permissions of the file; `nil` leaves the defaults of the process.
    /// - Throws: `unavailable`; the temporary file is removed then.
    package init(_ bytes: [UInt8], name: String, in folder: String, owner: FolderOwner? = nil) throws {
        self.init(name: name, in: folder, temporaryPath: folder + "/" + Self.temporaryName())
        try fill(bytes, owner) { $0.making(in: folder) }
    }

    /// Writes the bytes under a temporary name in an open folder.
    ///
    /// - Throws: `unavailable`; the temporary file is removed then.
    package init(_ bytes: [UInt8], name: String, in folder: OpenFolder) throws {
        self.init(name: name, in: folder, moving: Self.temporaryName(), of: folder)
        try fill(bytes, nil, explaining: \.description)
    }

    private func fill(
        _ bytes: [UInt8], _ owner: FolderOwner?, explaining: (SystemFailure) -> String
    ) throws {
        let descriptor = Self.make(temporary)
        guard descriptor >= 0 else {
            throw FileError(.unavailable, name, "The file cannot be made: \(explaining(.current)).")
        }
        let failure = Self.write(bytes, to: descriptor)
        owner?.give(toFile: descriptor)
        // Some file systems report a full disk only here.
        guard close(descriptor) == 0, failure == nil else {
            let reason = failure ?? SystemFailure.current
            discard()
            throw FileError(.unavailable, name, "The file cannot be written: \(reason).")
        }
    }

    /// The reason why no file can be created in a folder; `nil` if one can be created.
    package static func obstacle(in folder: String) -> String? {
        let file = PathInFolder(path: folder + "/" + temporaryName())
        let descriptor = make(file)
        guard descriptor >= 0 else { return SystemFailure.current.making(in: folder) }
        close(descriptor)
        file.remove()
        return nil
    }

    private static func temporaryName() -> String { prefix + TemporaryName.unique().rawValue }

    /// Creates a file and returns its descriptor, negative on failure.
    private static func make(_ file: PathInFolder) -> Int32 {
        file.open(O_WRONLY | O_CREAT | O_EXCL, permissions: 0o644)
    }

    /// Creates a pending file from one that was written earlier.
    package init(name: String, in folder: String, temporaryPath: String) {
        self.name = name
        temporary = PathInFolder(path: temporaryPath)
        target = PathInFolder(path: folder + "/" + name)
    }

    /// Creates a pending file from one that was written earlier into the open folder `source`. It is renamed into
    /// `folder`.
    package init(name: String, in folder: OpenFolder, moving file: String, of source: OpenFolder) {
        self.name = name
        temporary = PathInFolder(folder: source, path: file)
        target = PathInFolder(folder: folder, path: name)
    }

    /// Flushes the bytes to the disk.
    ///
    /// - Throws: `unavailable`.
    package func flush() throws {
        let descriptor = temporary.open(O_WRONLY)
        guard descriptor >= 0 else {
            throw FileError(.unavailable, name, "The file cannot be opened: \(SystemFailure.current).")
        }
        defer { close(descriptor) }
        if let failure = DiskFlush.flush(descriptor: descriptor) {
            throw FileError(.unavailable, name, "The file cannot be written: \(failure).")
        }
    }

    /// Renames the file to its final name. A file of that name is replaced atomically.
    ///
    /// - Returns: The status of the file under its final name.
    /// - Throws: `unavailable`.
    @discardableResult
    package func commit() throws -> FileStatus {
        guard let pending = temporary.status, temporary.rename(to: target) else {
            throw FileError(.unavailable, name, "The file cannot be renamed: \(SystemFailure.current).")
        }
        return named(pending)
    }

    /// Flushes the bytes to the disk and renames the file to its final name. On failure the temporary file is removed.
    ///
    /// - Throws: `unavailable`.
    package func flushAndCommit() throws {
        do {
            try flush()
            try commit()
        } catch {
            discard()
            throw error
        }
    }

    /// Renames the file to its final name unless a file of that name exists.
    ///
    /// - Returns: The status of the file under its final name. `nil` if a file has the name: this file stays pending.
    /// - Throws: `unavailable`.
    package func commitIfAbsent() throws -> FileStatus? {
        guard let pending = temporary.status, temporary.link(to: target) else {
            let failure = SystemFailure.current
            switch failure.code {
            case EEXIST: return nil
            case EPERM, EOPNOTSUPP, ENOTSUP:
                // A file system without hard links, such as exFAT. Here two concurrent writers may both succeed.
                return target.status == nil ? try commit() : nil
            default: throw FileError(.unavailable, name, "The file cannot be named: \(failure).")
            }
        }
        discard()
        return named(pending)
    }

    /// Replaces the file of the final name if `isExpected` accepts its status.
    ///
    /// - Returns: The status of the file under its final name. `nil` if the existing file is missing, locked or not the
    ///   expected one: this file stays pending.
    /// - Throws: `unavailable`.
    package func commit(replacing isExpected: (FileStatus) -> Bool) throws -> FileStatus? {
        guard let lock = try FileLock(target, name: name) else { return nil }
        defer { withExtendedLifetime(lock) {} }
        // Another writer may have replaced the file before it was locked.
        guard lock.status.identity == target.status?.identity, isExpected(lock.status) else {
            return nil
        }
        return try commit()
    }

    /// The status of the renamed file. If another writer has replaced it since, the file's status before the rename.
    private func named(_ pending: FileStatus) -> FileStatus {
        guard let named = target.status, named.identity == pending.identity else { return pending }
        return named
    }

    /// Removes the temporary file.
    package func discard() { temporary.remove() }

    /// Removes abandoned temporary files from a folder; see ``TemporaryName/isAbandoned(modified:now:)``.
    ///
    /// - Parameter isLocked: Whether the caller has locked the folder. Then temporary files of this process are also
    ///   removed, because no write is in progress.
    package static func discardLeftovers(in folder: String, isLocked: Bool) {
        for name in FolderNames.all(in: folder) where name.hasPrefix(prefix) {
            let path = folder + "/" + name
            let temporary = TemporaryName(rawValue: name.dropFirst(prefix.count))
            guard let status = FileStatus(ofLinkItself: path), status.isRegularFile,
                isLocked && temporary.isOwn || temporary.isAbandoned(modified: status.modified)
            else { continue }
            unlink(path)
        }
    }

    /// Writes all bytes; returns `nil` on success.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> SystemFailure? {
        var rest = bytes
        while !rest.isEmpty {
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, rest, rest.count)
            #else
                let count = Darwin.write(descriptor, rest, rest.count)
            #endif
            if count == rest.count { break }
            if count >= 0 { rest.removeFirst(count) } else if errno != EINTR { return SystemFailure.current }
        }
        return nil
    }
}
