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
        // Asked before opening, which waits for a writer where the path is a pipe.
        guard FileStatus(path: path)?.isRegularFile == true else {
            throw MosaicError(.unavailable, name, "There is no such file.")
        }
        return try contents(of: path, name: name) { bytes in
            // The length of the very file that was opened: another one may have taken the name meanwhile.
            guard bytes <= limit else {
                throw MosaicError(
                    .limitExceeded, name, "A file of \(bytes) bytes exceeds the limit of \(limit) bytes.")
            }
            return 0..<bytes
        }
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
        try contents(of: path, name: name) { bytes in
            // A range from outside may begin behind the end, and be far longer than the file.
            range.clamped(to: 0..<bytes)
        }
    }

    /// Opens a file and reads the part that `choose` takes of its length.
    private static func contents(of path: String, name: String, choose: (Int) throws -> Range<Int>) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw MosaicError(.unavailable, name, "The file cannot be opened: \(SystemFailure.current).")
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor) else {
            throw MosaicError(.unavailable, name, "The file cannot be read: \(SystemFailure.current).")
        }
        let range = try choose(max(0, status.bytes))
        guard range.lowerBound == 0 || lseek(descriptor, off_t(range.lowerBound), SEEK_SET) >= 0 else {
            throw MosaicError(.unavailable, name, "The file cannot be read: \(SystemFailure.current).")
        }
        let length = range.count
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
