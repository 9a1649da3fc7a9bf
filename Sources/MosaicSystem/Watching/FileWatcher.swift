import Foundation

/// Reports changes of one file, once its size and time are stable.
///
/// The file is examined periodically: one status costs less than the events of a folder full of other files.
package struct FileWatcher: Sendable {
    /// The state of the file.
    package enum State: Hashable, Sendable {
        /// There is no such file.
        case absent
        /// It is being written.
        case changing
        /// It can be read; it is new, or has changed since it was last reported so.
        case stable
    }

    private let path: String
    private let name: String
    private let interval: Int64
    private let trustsTimes: Bool
    private var file: FileStability

    /// Creates a watcher of a file, which may still be missing.
    ///
    /// - Parameters:
    ///   - rest: Minimum time for which size and time are unchanged; at most a day.
    ///   - interval: Time between two examinations.
    package init(path: String, rest: Duration = .seconds(2), interval: Duration = .seconds(1)) {
        let url = URL(fileURLWithPath: path)
        self.path = path
        name = url.lastPathComponent
        self.interval = Self.nanoseconds(interval)
        // An unknown file system may be a network, with a clock of its own.
        trustsTimes = FileSystemKind(ofFolder: url.deletingLastPathComponent().path).map { !$0.isNetwork } ?? false
        file = FileStability(rest: Self.nanoseconds(rest))
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        Int64(min(max(.zero, duration), .seconds(86_400)).attoseconds / 1_000_000_000)
    }

    /// The first state, then the state after each change.
    ///
    /// A file that is absent or is being written is reported once until it is stable.
    /// - Throws: `CancellationError`.
    package mutating func next() async throws -> State {
        while true {
            try Task.checkCancellation()
            let status = FileStatus(path: path)
            let stamps = status.flatMap { $0.isRegularFile ? [name: FileStamp($0)] : nil } ?? [:]
            let moment = Moment.now
            file.look(stamps, at: moment, trustingTimes: trustsTimes)
            if let state = file.takeNews() {
                return state.stable.isEmpty ? state.changing.isEmpty ? .absent : .changing : .stable
            }
            let due = file.due.map { max(1_000_000, $0 - moment.uptime) } ?? interval
            try await Task.sleep(for: .nanoseconds(min(interval, due)))
        }
    }
}
