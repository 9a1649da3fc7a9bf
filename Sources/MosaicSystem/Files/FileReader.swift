import Foundation

/// Reads files of a bounded size, and parts of files.
package enum FileReader {
    /// Reads a file.
    ///
    /// - Parameter limit: Maximum length in bytes; checked before memory is allocated.
    /// - Throws: `unavailable`, `limitExceeded`.
    package static func read(_ path: String, name: String, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(path, name: name, limit: limit, into: &bytes)
        return bytes
    }

    /// Reads a file into an existing array. Its memory is reused, because allocating memory for each of many files
    /// costs more than reading them.
    ///
    /// - Parameter root: The path, without links, of the folder that no link on the way may leave; `nil` follows every
    ///   link.
    /// - Throws: `refused` if a link leaves the root, and as ``read(_:name:limit:)``; the array's content is undefined
    ///   then.
    /// - Returns: The status of the file when it was opened. Another file may get the path during the read.
    @discardableResult
    package static func read(
        _ path: String, below root: String? = nil, name: String, limit: Int, into bytes: inout [UInt8]
    ) throws -> FileStatus {
        try fill(&bytes, from: path, below: root, name: name) { length in
            guard length <= limit else {
                throw FileError(
                    .limitExceeded, name, "A file of \(length) bytes exceeds the limit of \(limit) bytes.")
            }
            return 0..<length
        }
    }

    /// Reads the first `length` bytes of a file, or all of a shorter one.
    ///
    /// - Throws: `unavailable`, `refused` if a link leaves the root.
    package static func prefix(
        of path: String, below root: String? = nil, name: String, length: Int
    ) throws -> [UInt8] { try part(of: path, below: root, name: name, range: 0..<length) }

    /// Reads the part of a file within `range`.
    ///
    /// - Throws: `unavailable`, `refused` if a link leaves the root.
    package static func part(
        of path: String, below root: String? = nil, name: String, range: Range<Int>
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try fill(&bytes, from: path, below: root, name: name) { length in
            // A range from a request may begin past the end, and be far longer than the file.
            range.clamped(to: 0..<length)
        }
        return bytes
    }

    /// Opens a file and reads the range that `choose` returns for its length.
    @discardableResult
    private static func fill(
        _ bytes: inout [UInt8], from path: String, below root: String?, name: String,
        choose: (Int) throws -> Range<Int>
    ) throws -> FileStatus {
        let descriptor = try descriptor(of: path, below: root, name: name)
        guard descriptor >= 0 else {
            throw FileError(.unavailable, name, "The file cannot be opened: \(SystemFailure.current).")
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor) else {
            throw FileError(.unavailable, name, "The file cannot be read: \(SystemFailure.current).")
        }
        guard status.isRegularFile else { throw FileError(.unavailable, name, "It is not a file.") }
        let range = try choose(max(0, status.bytes))
        if bytes.capacity < range.count {
            bytes = [UInt8](repeating: 0, count: range.count)
        } else if bytes.count < range.count {
            bytes.append(contentsOf: repeatElement(0, count: range.count - bytes.count))
        } else {
            bytes.removeLast(bytes.count - range.count)
        }
        try fill(&bytes, from: descriptor, at: range.lowerBound, name: name)
        return status
    }

    /// Fills an array from a position of a file; shortens the array at the file's end.
    ///
    /// - Throws: `unavailable`; the array's content is undefined then.
    static func fill(_ bytes: inout [UInt8], from descriptor: Int32, at start: Int, name: String) throws {
        let length = bytes.count
        // The first call usually reads all bytes.
        var count = try read(descriptor, into: &bytes, at: start, name: name)
        bytes.removeLast(length - count)
        while count > 0, bytes.count < length {
            var part = [UInt8](repeating: 0, count: length - bytes.count)
            count = try read(descriptor, into: &part, at: start + bytes.count, name: name)
            bytes += part.prefix(count)
        }
    }

    /// Opens a file and returns the descriptor, negative on failure. A pipe is opened without waiting for its writer.
    ///
    /// - Throws: `refused`, `unavailable`.
    static func descriptor(of path: String, below root: String?, name: String) throws -> Int32 {
        func opened(_ flags: Int32) throws -> Int32 {
            guard let root else { return open(path, O_RDONLY | O_CLOEXEC | flags) }
            return try OpenFolder.descriptor(of: path, below: root, flags: O_RDONLY | flags, name: name)
        }
        let descriptor = try opened(O_NONBLOCK)
        guard descriptor < 0, errno == EWOULDBLOCK, FileStatus(path: path)?.isRegularFile == true else {
            return descriptor
        }
        // Another process, such as a file server, has a lease on the file. The system asks it to release the lease.
        return try opened(0)
    }

    /// Returns the number of bytes read, 0 at the end of the file. Repeats a call that a signal interrupts.
    private static func read(
        _ descriptor: Int32, into part: inout [UInt8], at offset: Int, name: String
    ) throws -> Int {
        while true {
            let count = pread(descriptor, &part, part.count, off_t(offset))
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw FileError(.unavailable, name, "The file cannot be read: \(SystemFailure.current).")
            }
        }
    }
}

/// Files that only their owner may read and write.
package enum PrivateFile {
    private static let permissions: mode_t = 0o600

    /// Creates an empty file with mode 600 unless the path exists.
    ///
    /// Failures are ignored: opening the file fails later, and the program that opens it reports the error.
    package static func create(at path: String) {
        #if canImport(Glibc)
            // Does not open the file: closing a descriptor would release all locks that this process has on the file.
            mknod(path, S_IFREG | permissions, 0)
        #else
            let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, permissions)
            if descriptor >= 0 { close(descriptor) }
        #endif
    }
}
