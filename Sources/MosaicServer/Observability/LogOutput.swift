import Foundation
import MosaicLibrary
import Synchronization

/// Writes log lines on a dedicated thread, so that logging never waits for the reader of the log.
///
/// Lines are dropped and counted while the queue is full. Once the output accepts lines again, a line with the number
/// of dropped lines follows.
final class LogOutput: Sendable {
    /// The standard error output, shared by all log handlers of this process.
    static let standardError: LogOutput = {
        // The reader may exit first; the server must not exit with it.
        signal(SIGPIPE, SIG_IGN)
        return LogOutput(descriptor: 2)
    }()

    private let queue: Queue

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - descriptor: A file, pipe or terminal. Writes may block.
    ///   - capacity: Maximum size of queued lines in bytes, 1 or more. An empty queue accepts a line of any size.
    init(descriptor: Int32, capacity: Int = 1 << 20) {
        let queue = Queue(capacity: capacity)
        self.queue = queue
        let thread = Thread {
            var writer = LogWriter(descriptor: descriptor)
            while let batch = queue.next() { writer.write(batch) }
        }
        thread.name = "log"
        thread.start()
    }

    deinit { queue.close() }

    /// Queues a line; returns at once.
    ///
    /// - Parameter blank: The blank line of the logger, for the report if the line is dropped.
    func write(_ line: [UInt8], _ blank: LogLine) { queue.add(line, blank) }

    /// Waits until all lines are written, at most for `limit`.
    func flush(within limit: Duration) async {
        let end = ContinuousClock.now + limit
        while queue.isBusy, ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(2))) != nil {}
    }

    /// Lines that are taken from the queue together.
    struct Batch {
        var lines: [UInt8]
        /// Number of lines that were dropped after these.
        var dropped: Int
        var blank: LogLine
    }

    private final class Queue: Sendable {
        private struct State {
            var lines: [UInt8] = []
            var dropped = 0
            var blank: LogLine?
            /// Whether the thread writes, or is about to.
            var isBusy = false
            var isClosed = false
        }

        private let capacity: Int
        private let state = Mutex(State())
        private let arrivals = DispatchSemaphore(value: 0)

        init(capacity: Int) { self.capacity = capacity }

        var isBusy: Bool { state.withLock(\.isBusy) }

        func add(_ line: [UInt8], _ blank: LogLine) {
            let wakes = state.withLock { state in
                if state.blank == nil { state.blank = blank }
                // After a dropped line, further lines are dropped until the thread takes the queue. So the number of
                // dropped lines is written in their place.
                guard state.dropped == 0, state.lines.isEmpty || state.lines.count + line.count <= capacity else {
                    state.dropped += 1
                    return false
                }
                state.lines += line
                defer { state.isBusy = true }
                return !state.isBusy
            }
            if wakes { arrivals.signal() }
        }

        func close() {
            state.withLock { $0.isClosed = true }
            arrivals.signal()
        }

        /// Waits for lines; `nil` if the queue is closed and empty.
        func next() -> Batch? {
            while true {
                let (batch, isClosed) = state.withLock { state -> (Batch?, Bool) in
                    guard !state.lines.isEmpty, let blank = state.blank else {
                        state.isBusy = false
                        return (nil, state.isClosed)
                    }
                    defer { (state.lines, state.dropped) = ([], 0) }
                    return (Batch(lines: state.lines, dropped: state.dropped, blank: blank), false)
                }
                if batch != nil || isClosed { return batch }
                arrivals.wait()
            }
        }
    }
}

/// Writes batches of lines to a descriptor, and counts the lines that cannot be written.
private struct LogWriter {
    private let descriptor: Int32
    /// Whether the last line was written completely.
    private var isWhole = true
    /// Number of lines that were not written because of an error.
    private var lost = 0

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes a batch, and blocks while the output blocks. Lines that failed earlier are reported in a line before the
    /// batch.
    mutating func write(_ batch: LogOutput.Batch) {
        if lost > 0, write(all: batch.blank.reporting(dropped: lost)) == 0 { lost = 0 }
        let unwritten = write(all: batch.lines)
        lost += batch.lines.suffix(unwritten).count { $0 == UInt8(ascii: "\n") }
        guard batch.dropped > 0 else { return }
        if unwritten > 0 || write(all: batch.blank.reporting(dropped: batch.dropped)) > 0 { lost += batch.dropped }
    }

    /// Writes whole lines.
    ///
    /// - Returns: Number of bytes at the end that were not written.
    private mutating func write(all lines: [UInt8]) -> Int {
        // Begins a new line after an incomplete one.
        let bytes = isWhole ? lines : [UInt8(ascii: "\n")] + lines
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(Self.pieceLength))
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, piece, piece.count)
            #else
                let count = Darwin.write(descriptor, piece, piece.count)
            #endif
            if count > 0 {
                rest = rest.dropFirst(count)
                isWhole = piece[count - 1] == UInt8(ascii: "\n")
            } else if count < 0, errno == EAGAIN {
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&room, 1, -1)
            } else if count == 0 || errno != EINTR {
                break
            }
        }
        return min(rest.count, lines.count)
    }

    private static let pieceLength = 64 << 10
}
