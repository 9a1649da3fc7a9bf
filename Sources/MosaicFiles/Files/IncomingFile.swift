import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that is received in parts, under a temporary name in a folder that is never listed.
package final class IncomingFile: Sendable {
    /// Where the bytes are until the file is renamed.
    package let path: String
    private let name: String
    private let descriptor: Int32

    /// Makes an empty file.
    ///
    /// - Parameter name: What errors call it.
    /// - Throws: `unavailable`.
    package init(in folder: String, name: String) throws {
        let path = folder + "/" + TemporaryName.unique().rawValue
        // Kept at the end only: the deinitializer also runs where everything is set and this throws.
        let opened = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard opened >= 0 else {
            throw FileError(
                .unavailable, name, "The file cannot be made: \(SystemFailure.current.making(in: folder)).")
        }
        self.path = path
        self.name = name
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Writes behind what was written before.
    ///
    /// - Throws: `unavailable`.
    package func append(_ bytes: [UInt8]) throws {
        guard let failure = PendingFile.write(bytes, to: descriptor) else { return }
        throw FileError(.unavailable, name, "The file cannot be written: \(failure).")
    }

    /// Waits until everything is on the disk.
    ///
    /// - Throws: `unavailable`.
    package func flush() throws {
        guard let failure = DiskFlush.flush(descriptor: descriptor) else { return }
        throw FileError(.unavailable, name, "The file cannot be written: \(failure).")
    }

    /// Removes the file, unless it was renamed.
    package func discard() { unlink(path) }

    /// Removes files that killed processes left in a folder; what others are writing there stays.
    package static func discardLeftovers(in folder: String) {
        for name in FolderNames.all(in: folder) {
            let path = folder + "/" + name
            guard let status = FileStatus(ofLinkItself: path), status.isRegularFile,
                TemporaryName(rawValue: name).isAbandoned(modified: status.modified)
            else { continue }
            unlink(path)
        }
    }
}
