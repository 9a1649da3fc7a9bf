import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that is written under a temporary name and then renamed, so that nobody ever sees half of it.
package struct PendingFile: Sendable {
    /// Temporary names begin with this, and a ``TemporaryName`` follows; what is left of a killed run is found by it.
    package static let prefix = ".mosaic-pending-"

    /// Where the bytes are for now: beside the place they are meant for, under a name that nobody else uses.
    package let temporaryPath: String
    private let path: String
    private let name: String

    /// Writes the bytes under a temporary name.
    ///
    /// - Throws: `unavailable`; nothing is left behind then.
    package init(_ bytes: [UInt8], name: String, in folder: String) throws {
        self.init(name: name, in: folder, temporaryPath: Self.temporaryPath(in: folder))
        let descriptor = Self.make(temporaryPath)
        guard descriptor >= 0 else {
            throw FileError(
                .unavailable, name, "The file cannot be made: \(SystemFailure.current.making(in: folder)).")
        }
        let failure = Self.write(bytes, to: descriptor)
        // Some file systems only say here that there was no room.
        guard close(descriptor) == 0, failure == nil else {
            let reason = failure ?? SystemFailure.current
            discard()
            throw FileError(.unavailable, name, "The file cannot be written: \(reason).")
        }
    }

    /// Why no file can be made in a folder; nil where one can be.
    package static func obstacle(in folder: String) -> String? {
        let path = temporaryPath(in: folder)
        let descriptor = make(path)
        guard descriptor >= 0 else { return SystemFailure.current.making(in: folder) }
        close(descriptor)
        unlink(path)
        return nil
    }

    private static func temporaryPath(in folder: String) -> String {
        folder + "/" + prefix + TemporaryName.unique().rawValue
    }

    /// A descriptor of a new file; negative where there is none.
    private static func make(_ path: String) -> Int32 {
        open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    }

    /// Names what was written earlier.
    package init(name: String, in folder: String, temporaryPath: String) {
        self.name = name
        self.temporaryPath = temporaryPath
        path = folder + "/" + name
    }

    /// Waits until the bytes are on the disk.
    ///
    /// - Throws: `unavailable`.
    package func flush() throws {
        let descriptor = open(temporaryPath, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FileError(.unavailable, name, "The file cannot be opened: \(SystemFailure.current).")
        }
        defer { close(descriptor) }
        if let failure = DiskFlush.flush(descriptor: descriptor) {
            throw FileError(.unavailable, name, "The file cannot be written: \(failure).")
        }
    }

    /// Gives the file its name; a file of that name is replaced at once.
    ///
    /// - Throws: `unavailable`.
    package func commit() throws {
        guard rename(temporaryPath, path) == 0 else {
            throw FileError(.unavailable, name, "The file cannot be renamed: \(SystemFailure.current).")
        }
    }

    /// Gives the file its name unless there is a file of that name.
    ///
    /// - Returns: Whether it has it; the temporary name is gone in any case.
    /// - Throws: `unavailable`.
    package func commitIfAbsent() throws -> Bool {
        defer { discard() }
        guard link(temporaryPath, path) != 0 else { return true }
        let failure = SystemFailure.current
        guard failure.code == EEXIST else {
            throw FileError(.unavailable, name, "The file cannot be named: \(failure).")
        }
        return false
    }

    /// Removes the temporary file.
    package func discard() { unlink(temporaryPath) }

    /// Removes what killed processes left in a folder; what others are writing there stays.
    ///
    /// - Parameter isLocked: Whether the caller holds the folder's lock: then nothing that this process wrote there before
    ///   is anybody's any more.
    package static func discardLeftovers(in folder: String, isLocked: Bool) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = folder + "/" + name
            let temporary = TemporaryName(rawValue: name.dropFirst(prefix.count))
            guard let status = FileStatus(ofLinkItself: path), status.isRegularFile,
                isLocked && temporary.isOwn || temporary.isAbandoned(modified: status.modified)
            else { continue }
            unlink(path)
        }
    }

    /// Writes everything; nil where it was.
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
