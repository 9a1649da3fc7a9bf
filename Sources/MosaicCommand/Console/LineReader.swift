import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reads lines as they come, never further ahead than a buffer.
actor LineReader {
    /// A line without its end.
    enum Line {
        case text([UInt8])
        /// It is longer than the limit and was passed over.
        case tooLong
    }

    /// The longest line that is taken, in bytes.
    static let limit = 1 << 20

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "lines")
    /// What was read and not handed over, from `position` on; before `searched` there is no end of a line.
    private var buffer: [UInt8] = []
    private var position = 0
    private var searched = 0
    private var isAtEnd = false
    private var isTooLong = false

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next line; nil at the end, where reading fails, and where the task is cancelled.
    func next() async -> Line? {
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                return line(until: end, next: end + 1)
            }
            if isAtEnd {
                return position < buffer.count || isTooLong ? line(until: buffer.count, next: buffer.count) : nil
            }
            searched = buffer.count
            if buffer.count - position > Self.limit {
                isTooLong = true
                forget(until: buffer.count)
            }
            switch await read() {
            case nil:
                if Task.isCancelled { return nil }
            case .some(let part) where part.isEmpty: isAtEnd = true
            case .some(let part):
                forget(until: position)
                buffer += part
            }
        }
    }

    private func line(until end: Int, next: Int) -> Line {
        defer {
            position = next
            searched = next
            isTooLong = false
        }
        let line = buffer[position..<end]
        return isTooLong || line.count > Self.limit ? .tooLong : .text(Array(line))
    }

    private func forget(until end: Int) {
        buffer.removeFirst(end)
        searched -= end
        position = 0
    }

    /// Nil where nothing came for a moment; nothing at the end.
    private func read() async -> [UInt8]? {
        let descriptor = descriptor
        return await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Self.read(descriptor)) }
        }
    }

    /// Waits for a moment only: whoever is stopped must not wait for a line that may never come.
    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&watched, 1, 200) > 0 else { return nil }
        var part = [UInt8](repeating: 0, count: 1 << 16)
        #if canImport(Glibc)
            let count = Glibc.read(descriptor, &part, part.count)
        #else
            let count = Darwin.read(descriptor, &part, part.count)
        #endif
        if count < 0, errno == EINTR || errno == EAGAIN { return nil }
        return Array(part.prefix(max(0, count)))
    }
}
