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

/// Separates stable files from changing ones, given repeated listings of a folder.
struct FileStability: Sendable {
    private struct Seen {
        var stamp: FileStamp
        /// Uptime of the first listing with this stamp.
        var since: Int64
        /// Time from the last listing until it may count as stable; zero where it does, nanoseconds.
        var remaining: Int64
    }

    /// Minimum time for which size and time of a file are unchanged; nanoseconds.
    private let rest: Int64
    private var files: [String: Seen] = [:]
    private var firstLook: Int64?
    private var lastLook: Int64 = 0
    /// The last reported state.
    private var told: [String: FileStamp]?

    init(rest: Int64) { self.rest = rest }

    /// Adds a listing.
    ///
    /// - Parameter trustingTimes: Whether the files have times of this machine's clock. Then a file with an old time is
    ///   stable at once; with another machine's slow clock, a file that is being written looks old, too.
    mutating func look(_ listing: [String: FileStamp], at moment: Moment, trustingTimes: Bool) {
        var next: [String: Seen] = [:]
        next.reserveCapacity(listing.count)
        for (name, stamp) in listing {
            var seen = Seen(stamp: stamp, since: moment.uptime, remaining: rest)
            if let before = files[name], before.stamp == stamp {
                // Only a change makes a stable file changing again, not a clock that is set back.
                seen.since = before.since
                seen.remaining = before.remaining == 0 ? 0 : max(0, rest - (moment.uptime - seen.since))
            }
            if trustingTimes, stamp.modified <= moment.clock {
                let (age, overflow) = moment.clock.subtractingReportingOverflow(stamp.modified)
                seen.remaining = overflow ? 0 : min(seen.remaining, max(0, rest - age))
            }
            next[name] = seen
        }
        files = next
        firstLook = firstLook ?? moment.uptime
        lastLook = moment.uptime
    }

    /// Whether a file is changing.
    func isChanging(_ name: String) -> Bool { (files[name]?.remaining ?? 0) > 0 }

    /// Uptime at which the first changing file may become stable; nil without one.
    var due: Int64? {
        files.values.lazy.map(\.remaining).filter { $0 > 0 }.min().map { lastLook + $0 }
    }

    /// Whether the stable files differ from the reported ones; the first state counts as a change.
    ///
    /// The first state waits for changing files, but only as long as it takes to detect a file that is still being
    /// written: a file that is written forever does not delay the others.
    var hasNews: Bool {
        guard let firstLook else { return false }
        guard let told else {
            return lastLook - firstLook >= rest || files.values.allSatisfy { $0.remaining == 0 }
        }
        return told.keys.contains { files[$0] == nil }
            || files.contains { $1.remaining == 0 && told[$0] != $1.stamp }
    }

    /// Returns the state where it has changed.
    mutating func takeNews() -> FolderState? {
        guard hasNews else { return nil }
        let stable = files.filter { $1.remaining == 0 }
        told = stable.mapValues(\.stamp)
        return FolderState(
            stable: Set(stable.keys), changing: Set(files.keys.filter { stable[$0] == nil }))
    }
}

/// Metadata that changes with a file's content.
struct FileStamp: Hashable, Sendable {
    let bytes: Int
    /// Nanoseconds since 1970.
    let modified: Int64
    /// Differs for another file of the same name, such as one that was renamed into place.
    let inode: UInt64
}

extension FileStamp {
    init(_ status: FileStatus) {
        self.init(bytes: status.bytes, modified: status.modified, inode: status.inode)
    }
}

/// A watched folder's pictures by name: stable ones, and ones that are being written.
package struct FolderState: Hashable, Sendable {
    /// Files whose size and time were stable for long enough. Files that came after this state are not among them.
    package let stable: Set<String>
    /// Files that are being written, or were until recently.
    package let changing: Set<String>
}
