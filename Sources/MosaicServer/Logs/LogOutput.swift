import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where lines go: one at a time, each at once, so that nothing is lost when the process ends.
final class LogOutput: Sendable {
    /// What all log handlers of this process write to.
    static let standardError: LogOutput = {
        // Whoever reads may end first; that must not be the server's end.
        signal(SIGPIPE, SIG_IGN)
        return LogOutput(descriptor: 2)
    }()

    private let descriptor: Int32
    /// Whether the last line was written to its end. Held while writing: the system keeps only short lines together.
    private let isWhole = Mutex(true)

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes a line; what cannot be written is lost, because nobody is left to tell.
    func write(_ line: [UInt8]) {
        isWhole.withLock { isWhole in
            // What comes after a part of a line begins one of its own.
            let bytes = isWhole ? line : [UInt8(ascii: "\n")] + line
            let written = write(all: bytes)
            if written > 0 { isWhole = written == bytes.count }
        }
    }

    /// How many of the bytes were written.
    private func write(all bytes: [UInt8]) -> Int {
        var rest = bytes
        while true {
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, rest, rest.count)
            #else
                let count = Darwin.write(descriptor, rest, rest.count)
            #endif
            if count == rest.count { return bytes.count }
            if count > 0 { rest.removeFirst(count) } else if count == 0 || errno != EINTR { break }
        }
        return bytes.count - rest.count
    }
}
