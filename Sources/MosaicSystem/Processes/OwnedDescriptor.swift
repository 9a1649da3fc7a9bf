import Foundation

#if canImport(Glibc)
    import CMosaicSystem
#endif

/// A file descriptor that is closed when its last reference is released, and that child processes do not inherit.
package final class OwnedDescriptor: Sendable {
    /// The lowest number. A child's descriptors have lower numbers, so that copying to one of them never overwrites a
    /// descriptor that is still to be copied.
    private static let lowest: Int32 = 10

    /// The descriptor, 10 or more.
    package let number: Int32

    /// Takes ownership of a descriptor and moves it to a number of 10 or more; `nil` if it is not open or no number is
    /// left.
    private init?(moving descriptor: Int32) {
        guard descriptor >= 0 else { return nil }
        let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, Self.lowest)
        let failure = SystemFailure.current
        close(descriptor)
        guard moved >= 0 else {
            errno = failure.code
            return nil
        }
        // The property is set last: if the initializer failed after it, `deinit` would run and change `errno`.
        number = moved
    }

    deinit { close(number) }

    /// Duplicates a descriptor of this process.
    ///
    /// - Throws: `unavailable`.
    init(copying descriptor: Int32, name: String) throws {
        number = fcntl(descriptor, F_DUPFD_CLOEXEC, Self.lowest)
        guard number >= 0 else {
            throw FileError(.unavailable, name, "No descriptor is left: \(SystemFailure.current).")
        }
    }

    /// Opens a regular file for reading. A pipe is refused without waiting for its writer.
    ///
    /// - Parameter root: The path, without links, of the folder that no link on the way may leave; `nil` follows every
    ///   link.
    /// - Returns: The descriptor and the file's status.
    /// - Throws: `missing`, `refused`, `unavailable`.
    package static func file(
        _ path: String, below root: String? = nil, name: String
    ) throws -> (OwnedDescriptor, FileStatus) {
        let opened = try FileReader.descriptor(of: path, below: root, name: name)
        guard let descriptor = OwnedDescriptor(moving: opened), let status = FileStatus(descriptor: descriptor.number)
        else {
            let failure = SystemFailure.current
            let code: FileError.Code = [ENOENT, ENOTDIR].contains(failure.code) ? .missing : .unavailable
            throw FileError(code, name, "The file cannot be opened: \(failure).")
        }
        guard status.isRegularFile else { throw FileError(.unavailable, name, "It is not a regular file.") }
        return (descriptor, status)
    }

    /// Opens `/dev/null` for reading.
    ///
    /// - Throws: `unavailable`.
    static func nothing(named name: String) throws -> OwnedDescriptor {
        guard let descriptor = OwnedDescriptor(moving: open("/dev/null", O_RDONLY | O_CLOEXEC)) else {
            throw FileError(.unavailable, name, "Its input cannot be opened: \(SystemFailure.current).")
        }
        return descriptor
    }

    /// Reads the first `length` bytes of a regular file, or all of a shorter one. The position in the file does not
    /// change.
    ///
    /// - Throws: `unavailable`.
    package func prefix(_ length: Int, name: String) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: length)
        while true {
            let count = pread(number, &bytes, length, 0)
            if count >= 0 { return Array(bytes.prefix(count)) }
            let failure = SystemFailure.current
            guard failure.code == EINTR else {
                throw FileError(.unavailable, name, "The file cannot be read: \(failure).")
            }
        }
    }

    /// Creates a pipe: its read end and its write end.
    ///
    /// - Throws: `unavailable`.
    package static func pipe(named name: String) throws -> (reading: OwnedDescriptor, writing: OwnedDescriptor) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
            let code = pipe2(&ends, O_CLOEXEC)
        #else
            let code = Darwin.pipe(&ends)
        #endif
        return try pair(code, ends, name)
    }

    /// Creates two connected stream sockets.
    ///
    /// - Throws: `unavailable`.
    static func sockets(named name: String) throws -> (OwnedDescriptor, OwnedDescriptor) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            let code = socketpair(AF_UNIX, kind, 0, &ends)
        #else
            let code = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
        #endif
        let pair = try pair(code, ends, name)
        #if !canImport(Glibc)
            var isOn: Int32 = 1
            for end in [pair.0, pair.1] {
                setsockopt(end.number, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
            }
        #endif
        return pair
    }

    private static func pair(
        _ code: Int32, _ ends: [Int32], _ name: String
    ) throws -> (OwnedDescriptor, OwnedDescriptor) {
        let failure = SystemFailure.current
        guard code == 0 else { throw FileError(.unavailable, name, "No pipe can be made: \(failure).") }
        let (first, second) = (OwnedDescriptor(moving: ends[0]), OwnedDescriptor(moving: ends[1]))
        guard let first, let second else {
            throw FileError(.unavailable, name, "No pipe can be made: \(SystemFailure.current).")
        }
        return (first, second)
    }
}
