import Foundation
import Synchronization

/// Reads and writes block the calling thread. Meanwhile they also read the child's messages on descriptor 2.
extension ChildProcess {
    /// Bytes of messages to read at a time.
    private static let part = 16 << 10

    /// Reads exactly `count` bytes of descriptor 1 and appends them to the array.
    ///
    /// - Parameter silence: Maximum time without a byte.
    /// - Returns: `false` if the child's output ended before the first byte.
    /// - Throws: `timedOut`, `unavailable`; `closed` if the output ended after the first byte.
    package func read(_ count: Int, into bytes: inout [UInt8], silence: Duration) throws(FileError) -> Bool {
        let start = bytes.count
        var position = start
        bytes += [UInt8](repeating: 0, count: count)
        var deadline = ContinuousClock.now + silence
        while position < start + count {
            try wait(for: output, Int16(POLLIN), until: deadline)
            let taken = bytes.withUnsafeMutableBytes { memory in
                // Reads into the bytes from `position` on: passing the array itself would overwrite its first bytes.
                Self.read(output.number, into: UnsafeMutableRawBufferPointer(rebasing: memory[position...]))
            }
            if taken < 0 {
                let failure = SystemFailure.current
                guard [EINTR, EAGAIN].contains(failure.code) else { throw refusal(failure) }
                continue
            }
            guard taken > 0 else {
                bytes.removeLast(start + count - position)
                drainMessages()
                if position == start { return false }
                throw closed
            }
            position += taken
            deadline = ContinuousClock.now + silence
        }
        return true
    }

    /// Reads available bytes of descriptors 1 and 2 without waiting.
    ///
    /// - Parameter limit: Maximum number of bytes, 1 or more.
    /// - Returns: The bytes of descriptor 1; empty if none are available or the output has ended.
    package func available(atMost limit: Int) -> [UInt8] {
        drainMessages()
        var polled = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 0) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: limit)
        let taken = bytes.withUnsafeMutableBytes { Self.read(output.number, into: $0) }
        return Array(bytes.prefix(max(0, taken)))
    }

    /// Writes all bytes to descriptor 3.
    ///
    /// - Parameter silence: Maximum time in which the child accepts no byte.
    /// - Throws: `timedOut`, `closed`, `unavailable`.
    package func write(_ bytes: [UInt8], silence: Duration) throws(FileError) {
        guard let control = control.withLock({ $0 }) else { throw closed }
        var deadline = ContinuousClock.now + silence
        var position = 0
        while position < bytes.count {
            try wait(for: control, Int16(POLLOUT), until: deadline)
            let sent = bytes[position...].withUnsafeBytes { Self.send(control.number, $0) }
            if sent < 0 {
                let failure = SystemFailure.current
                if [EPIPE, ECONNRESET, ENOTCONN].contains(failure.code) {
                    drainMessages()
                    throw closed
                }
                guard [EINTR, EAGAIN].contains(failure.code) else { throw refusal(failure) }
                continue
            }
            position += sent
            deadline = ContinuousClock.now + silence
        }
    }

    private var closed: FileError { FileError(.closed, name, "It closed its end.") }

    private func refusal(_ failure: SystemFailure) -> FileError {
        FileError(.unavailable, name, "\(name) cannot be read: \(failure).")
    }

    /// Waits until a descriptor is ready or closed. Reads messages of descriptor 2 meanwhile.
    private func wait(
        for descriptor: OwnedDescriptor, _ events: Int16, until deadline: ContinuousClock.Instant
    ) throws(FileError) {
        while true {
            let isOpen = tail.withLock { !$0.isComplete }
            var polled = [
                pollfd(fd: descriptor.number, events: events, revents: 0),
                // `poll` ignores negative descriptors.
                pollfd(fd: isOpen ? messages.number : -1, events: Int16(POLLIN), revents: 0),
            ]
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw FileError(.timedOut, name, "It neither sent nor took a byte in time.") }
            let milliseconds = left / .milliseconds(1)
            let ready = poll(&polled, nfds_t(polled.count), Int32(min(milliseconds.rounded(.up), 60_000)))
            if ready < 0, SystemFailure.current.code != EINTR { throw refusal(.current) }
            guard ready > 0 else { continue }
            if polled[1].revents != 0 { readMessages() }
            if polled[0].revents != 0 { return }
        }
    }

    /// Reads available bytes of descriptor 2 once.
    private func readMessages() {
        var part = [UInt8](repeating: 0, count: Self.part)
        let taken = part.withUnsafeMutableBytes { Self.read(messages.number, into: $0) }
        if taken < 0, [EINTR, EAGAIN].contains(SystemFailure.current.code) { return }
        tail.withLock { tail in
            if taken <= 0 { tail.isComplete = true } else { tail.append(part.prefix(taken)) }
        }
    }

    /// Reads the available messages without waiting.
    private func drainMessages() {
        // The number of reads is limited, because the child may write without end.
        for _ in 0..<2 * StandardErrorTail.limit / Self.part {
            var polled = pollfd(fd: messages.number, events: Int16(POLLIN), revents: 0)
            guard tail.withLock({ !$0.isComplete }), poll(&polled, 1, 0) > 0 else { return }
            readMessages()
        }
    }

    private static func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, memory.baseAddress, memory.count)
        #else
            Darwin.read(descriptor, memory.baseAddress, memory.count)
        #endif
    }

    private static func send(_ descriptor: Int32, _ memory: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            // MSG_NOSIGNAL: no SIGPIPE if the child has ended.
            Glibc.send(descriptor, memory.baseAddress, memory.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        #else
            Darwin.send(descriptor, memory.baseAddress, memory.count, MSG_DONTWAIT)
        #endif
    }
}

/// The last bytes of a program's standard error output.
struct StandardErrorTail {
    /// Maximum number of bytes kept.
    static let limit = 64 << 10
    /// Maximum number of characters of ``lastLine``.
    private static let longestLine = 300

    private(set) var bytes: [UInt8] = []
    /// Whether the program has closed its standard error.
    var isComplete = false

    /// Adds bytes and drops the oldest ones.
    mutating func append(_ more: some Collection<UInt8>) {
        bytes += more.suffix(Self.limit)
        if bytes.count > Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    }

    /// The last line with visible characters, without control characters; `nil` if there is none.
    var lastLine: String? {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        for line in lines.reversed() {
            let text = String(decoding: line, as: UTF8.self).unicodeScalars.filter { scalar in
                ![.control, .format].contains(scalar.properties.generalCategory)
            }
            let words = String(String.UnicodeScalarView(text)).split(separator: " ").joined(separator: " ")
            if !words.isEmpty { return String(words.prefix(Self.longestLine)) }
        }
        return nil
    }
}
