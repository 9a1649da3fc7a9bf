import Foundation

/// A file that is received in parts, under a temporary name in a folder that is never listed.
package final class IncomingFile: Sendable {
    /// The file's name in its folder until it is renamed.
    package let temporaryName: String
    private let place: PathInFolder
    private let name: String
    private let descriptor: Int32

    /// Creates an empty file in a private folder; see ``OpenFolder/ownFolder(_:)``.
    ///
    /// - Parameter name: The file's name in errors.
    /// - Throws: `unavailable`.
    package init(in folder: OpenFolder, name: String) throws {
        let temporaryName = TemporaryName.unique().rawValue
        let place = PathInFolder(folder: folder, path: temporaryName)
        // The property is set last: if the initializer throws after all properties are set, the deinitializer runs.
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

    /// Flushes all appended bytes to the disk.
    ///
    /// - Throws: `unavailable`.
    package func flush() throws {
        guard let failure = DiskFlush.flush(descriptor: descriptor) else { return }
        throw FileError(.unavailable, name, "The file cannot be written: \(failure).")
    }

    /// Removes the file, unless it was renamed.
    package func discard() { place.remove() }
}

/// A temporary file without a name. The system frees its space when it is closed, also after a crash.
package final class UnlinkedFile: Sendable {
    private let descriptor: Int32

    /// Creates an empty file; `nil` if the system refuses, as in a folder that cannot be written.
    package init?(in folder: String) {
        let path = folder + "/.mosaic-" + TemporaryName.unique().rawValue
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        unlink(path)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes all bytes at an offset; `false` if the disk is full or fails.
    package func write(_ bytes: [UInt8], at offset: Int) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = pwrite(descriptor, rest, rest.count, off_t(offset + bytes.count - rest.count))
            if count == rest.count { break }
            guard count > 0 || errno == EINTR else { return false }
            if count > 0 { rest.removeFirst(count) }
        }
        return true
    }

    /// Reads a range of written bytes; `nil` if the disk fails or the file is shorter.
    package func read(_ range: Range<Int>) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: range.count)
        guard (try? FileReader.fill(&bytes, from: descriptor, at: range.lowerBound, name: "")) != nil else {
            return nil
        }
        return bytes.count == range.count ? bytes : nil
    }
}
