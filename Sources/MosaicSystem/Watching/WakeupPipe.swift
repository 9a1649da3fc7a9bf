import Foundation

/// A pipe that wakes a waiting thread. Once rung, it ends every later wait.
final class WakeupPipe: Sendable {
    private let ends: (reading: OwnedDescriptor, writing: OwnedDescriptor)

    /// - Throws: `unavailable`; `name` is the watched object's name in the error.
    init(name: String) throws { ends = try OwnedDescriptor.pipe(named: name) }

    /// Ends every wait from now on.
    func ring() {
        var byte: UInt8 = 0
        _ = write(ends.writing.number, &byte, 1)
    }

    enum Waking { case rung, readable, late }

    /// Waits until the pipe is rung or `descriptor` is readable, at most `nanoseconds` nanoseconds.
    func wait(for descriptor: Int32?, atMost nanoseconds: Int64) -> Waking {
        let end = Moment.now.uptime.addingReportingOverflow(max(0, nanoseconds))
        while true {
            var entries = [pollfd(fd: ends.reading.number, events: Int16(POLLIN), revents: 0)]
            if let descriptor { entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
            let left = (end.overflow ? .max : end.partialValue) - Moment.now.uptime
            // Rounded up, so that the wait does not end early. After a signal the remaining time is computed again.
            let milliseconds = Int32(clamping: left <= 0 ? 0 : (left - 1) / 1_000_000 + 1)
            let count = poll(&entries, .init(entries.count), milliseconds)
            if entries[0].revents != 0 { return .rung }
            if count > 0 { return .readable }
            if left <= 0 { return .late }
        }
    }
}

/// A moment on two clocks: the real-time clock of file times, which can be set, and the monotonic clock of waits, which
/// cannot.
struct Moment: Hashable, Sendable {
    /// Nanoseconds of the monotonic clock.
    let uptime: Int64
    /// Nanoseconds since 1970, as in `FileStatus.modified`.
    let clock: Int64

    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(uptime: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec), clock: FileStatus.now)
    }
}
