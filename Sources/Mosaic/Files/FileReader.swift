#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reads whole files of a bounded size.
package enum FileReader {
    /// Reads a file.
    ///
    /// - Parameter limit: The most bytes it may hold; checked before memory is taken.
    /// - Throws: `unavailable`, `limitExceeded`.
    package static func read(_ path: String, name: String, limit: Int) throws -> [UInt8] {
        guard let status = FileStatus(path: path), status.isRegularFile else {
            throw MosaicError(.unavailable, name, "There is no such file.")
        }
        guard status.bytes <= limit else {
            throw MosaicError(
                .limitExceeded, name, "A file of \(status.bytes) bytes exceeds the limit of \(limit) bytes.")
        }
        return try prefix(of: path, name: name, length: status.bytes)
    }

    /// Reads the first `length` bytes of a file, or all of a shorter one.
    ///
    /// - Throws: `unavailable`.
    static func prefix(of path: String, name: String, length: Int) throws -> [UInt8] {
        try part(of: path, name: name, range: 0..<length)
    }

    /// Reads part of a file, as much of `range` as there is.
    ///
    /// - Throws: `unavailable`.
    static func part(of path: String, name: String, range: Range<Int>) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw MosaicError(.unavailable, name, "The file cannot be opened: \(SystemFailure.current).")
        }
        defer { close(descriptor) }
        var status = stat()
        // A range from outside may be far longer than the file.
        let start = max(0, range.lowerBound)
        guard fstat(descriptor, &status) == 0, start == 0 || lseek(descriptor, off_t(start), SEEK_SET) >= 0 else {
            throw MosaicError(.unavailable, name, "The file cannot be read: \(SystemFailure.current).")
        }
        let length = min(range.upperBound - start, max(0, Int(status.st_size) - start))
        var bytes: [UInt8] = []
        while bytes.count < length {
            // Nearly always the only part, which is then kept as it is.
            var part = [UInt8](repeating: 0, count: length - bytes.count)
            let count = Self.read(descriptor, into: &part)
            guard count >= 0 else {
                throw MosaicError(.unavailable, name, "The file cannot be read: \(SystemFailure.current).")
            }
            guard count > 0 else { break }
            part.removeLast(part.count - count)
            if bytes.isEmpty { bytes = part } else { bytes += part }
        }
        return bytes
    }

    /// How many bytes were read, 0 at the end of the file, negative where it failed; a signal is no failure.
    private static func read(_ descriptor: Int32, into part: inout [UInt8]) -> Int {
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(descriptor, &part, part.count)
            #else
                let count = Darwin.read(descriptor, &part, part.count)
            #endif
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
