import Foundation

/// Reports the removal of one file, and its changes once size and modification time are stable.
///
/// Checks the file periodically: one status costs less than the events of a folder with many other files.
package struct FileWatcher: Sendable {
    /// The state of the file.
    package enum State: Hashable, Sendable {
        /// The file does not exist, or is not a regular file.
        case absent
        /// The file is being written.
        case changing
        /// The file can be read. It is new, or has changed since the last report of this state.
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
    ///   - rest: Minimum time without a change of size and modification time, at most a day.
    ///   - interval: Time between two checks, at most a day.
    package init(path: String, rest: Duration = .seconds(2), interval: Duration = .seconds(1)) {
        let url = URL(fileURLWithPath: path)
        self.path = path
        name = url.lastPathComponent
        self.interval = Self.nanoseconds(interval)
        // An unknown file system may be a network file system, whose times come from another clock.
        trustsTimes = FileSystemKind(ofFolder: url.deletingLastPathComponent().path).map { !$0.isNetwork } ?? false
        file = FileStability(rest: Self.nanoseconds(rest))
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        Int64(min(max(.zero, duration), .seconds(86_400)).attoseconds / 1_000_000_000)
    }

    /// Returns the first state, then waits for a removal or a stable change and returns the new state.
    ///
    /// A missing file is reported once until it is stable. `changing` can only be the first state.
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

/// Separates stable files from changing ones by repeated listings of a folder.
struct FileStability: Sendable {
    private struct Seen {
        var stamp: FileStamp
        /// Uptime of the first listing with this stamp, in nanoseconds.
        var since: Int64
        /// Nanoseconds from the last listing until the file may count as stable; 0 if it is stable.
        var remaining: Int64
    }

    /// Minimum time without a change of size and modification time, in nanoseconds.
    private let rest: Int64
    private var files: [String: Seen] = [:]
    private var firstLook: Int64?
    private var lastLook: Int64 = 0
    /// The stable files of the last reported state; `nil` before the first report.
    private var told: [String: FileStamp]?

    init(rest: Int64) { self.rest = rest }

    /// Adds a listing.
    ///
    /// - Parameter trustingTimes: Whether this machine's clock sets the files' times. Then a file with an old time is
    ///   stable at once. Times of another machine's slow clock would make a file look old while it is being written.
    mutating func look(_ listing: [String: FileStamp], at moment: Moment, trustingTimes: Bool) {
        var next: [String: Seen] = [:]
        next.reserveCapacity(listing.count)
        for (name, stamp) in listing {
            var seen = Seen(stamp: stamp, since: moment.uptime, remaining: rest)
            if let before = files[name], before.stamp == stamp {
                // A stable file becomes changing only by a new stamp, not by a clock that is set back.
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

    /// Whether a file was changing in the last listing.
    func isChanging(_ name: String) -> Bool { (files[name]?.remaining ?? 0) > 0 }

    /// Whether a file of this name is changing somewhere in a tree.
    func hasChanging(named name: String) -> Bool {
        let end = "/" + name
        return files.contains { $1.remaining > 0 && $0.hasSuffix(end) }
    }

    /// Uptime at which the first changing file may become stable; nil without one.
    var due: Int64? {
        files.values.lazy.map(\.remaining).filter { $0 > 0 }.min().map { lastLook + $0 }
    }

    /// Whether the stable files differ from the reported ones; the first state counts as a change.
    ///
    /// The first state waits for changing files, but at most for the rest time of a stable file. So a file that is
    /// written forever does not delay the report of other files.
    var hasNews: Bool {
        guard let firstLook else { return false }
        guard let told else {
            return lastLook - firstLook >= rest || files.values.allSatisfy { $0.remaining == 0 }
        }
        return told.keys.contains { files[$0] == nil }
            || files.contains { $1.remaining == 0 && told[$0] != $1.stamp }
    }

    /// Returns the state if it has changed since the last report, and records it as reported; otherwise `nil`.
    mutating func takeNews() -> FolderState? {
        guard hasNews else { return nil }
        let stable = files.filter { $1.remaining == 0 }
        told = stable.mapValues(\.stamp)
        return FolderState(
            stable: Set(stable.keys), changing: Set(files.keys.filter { stable[$0] == nil }))
    }
}

/// Metadata of a file that changes with its content.
struct FileStamp: Hashable, Sendable {
    let bytes: Int
    /// Nanoseconds since 1970.
    let modified: Int64
    /// Changes if another file gets the name, for example by a rename.
    let inode: UInt64
}

extension FileStamp {
    init(_ status: FileStatus) {
        self.init(bytes: status.bytes, modified: status.modified, inode: status.inode)
    }
}

/// A watched folder's pictures by name, or a tree's files by path: stable ones, and ones that are being written.
package struct FolderState: Hashable, Sendable {
    /// Files whose size and modification time were stable for long enough.
    package let stable: Set<String>
    /// Files that are being written, or were being written until recently.
    package let changing: Set<String>
}
