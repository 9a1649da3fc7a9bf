import Foundation
import Mosaic
import MosaicSystem

/// Reads lines as they arrive, at most one buffer ahead.
actor LineReader {
    /// A line without its end.
    enum Line {
        case text([UInt8])
        /// The line was longer than the limit and was skipped.
        case tooLong
    }

    /// Maximum length of a line, in bytes.
    static let limit = 1 << 20

    /// The error that ended reading, so that lines may be missing; nil without one.
    private(set) var failure: MosaicError?

    private let descriptor: Int32
    /// A dedicated thread that waits for input: the shared threads of tasks must not block.
    private let threads = BlockingExecutor(limit: 1, named: "mosaic-lines")
    /// The bytes read. Lines before `position` are finished; there is no line end from `position` up to `searched`.
    private var buffer: [UInt8] = []
    private var position = 0
    private var searched = 0
    private var isAtEnd = false
    private var isTooLong = false

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next line; nil at the end, after a read error (see `failure`), and after cancellation.
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
                discard(until: buffer.count)
            }
            switch await read() {
            case .success(nil):
                if Task.isCancelled { return nil }
            case .success(let part?) where part.isEmpty: isAtEnd = true
            case .success(let part?):
                discard(until: position)
                buffer += part
            case .failure(let error):
                failure = error
                isAtEnd = true
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

    private func discard(until end: Int) {
        buffer.removeFirst(end)
        searched -= end
        position = 0
    }

    /// Reads the next bytes; nil if none arrived within 200 ms, empty at the end.
    private func read() async -> Result<[UInt8]?, MosaicError> {
        let descriptor = descriptor
        return await withTaskExecutorPreference(threads) { Self.read(descriptor) }
    }

    /// Waits at most 200 ms, so that a cancelled task does not wait for a line that may never arrive.
    private static func read(_ descriptor: Int32) -> Result<[UInt8]?, MosaicError> {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&watched, 1, 200) > 0 else { return .success(nil) }
        var part = [UInt8](repeating: 0, count: 1 << 16)
        #if canImport(Glibc)
            let count = Glibc.read(descriptor, &part, part.count)
        #else
            let count = Darwin.read(descriptor, &part, part.count)
        #endif
        guard count < 0 else { return .success(Array(part.prefix(count))) }
        let failure = SystemFailure.current
        if failure.code == EINTR || failure.code == EAGAIN { return .success(nil) }
        return .failure(
            MosaicError(.unavailable, "standard input", "The manifest cannot be read to its end: \(failure)."))
    }
}
