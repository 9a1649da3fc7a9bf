import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that is received in parts, under a temporary name in a folder that is never listed.
package final class IncomingFile: Sendable {
    /// The name in its folder until the file is renamed.
    package let temporaryName: String
    private let place: PathInFolder
    private let name: String
    private let descriptor: Int32

    /// Creates an empty file in an own folder.
    ///
    /// - Parameter name: The file's name in errors.
    /// - Throws: `unavailable`.
    package init(in folder: OpenFolder, name: String) throws {
        let temporaryName = TemporaryName.unique().rawValue
        let place = PathInFolder(folder: folder, path: temporaryName)
        // Kept at the end only: the deinitializer also runs where everything is set and this throws.
        let opened = place.open(O_WRONLY | O_CREAT | O_EXCL, permissions: 0o644)
        guard opened >= 0 else {
            throw FileError(.unavailable, name, "The file cannot be made: \(SystemFailure.current).")
        }
        self.temporaryName = temporaryName
        self.place = place
        self.name = name
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Appends bytes.
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
    package func discard() { place.remove() }
}
