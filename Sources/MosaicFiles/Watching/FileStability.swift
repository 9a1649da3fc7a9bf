/// Tells the files that rest from those that still move, fed with what a folder holds from moment to moment.
struct FileStability: Sendable {
    private struct Seen {
        var stamp: FileStamp
        /// Uptime at which the file was first seen like this.
        var since: Int64
        /// How long it takes from the last look until it may count as resting; zero where it does, nanoseconds.
        var remaining: Int64
    }

    /// How long size and time of a file have to stay as they are; nanoseconds.
    private let rest: Int64
    private var files: [String: Seen] = [:]
    private var firstLook: Int64?
    private var lastLook: Int64 = 0
    /// What was told last.
    private var told: [String: FileStamp]?

    init(rest: Int64) { self.rest = rest }

    /// Takes in what the folder holds now.
    ///
    /// - Parameter trustingTimes: Whether files bear the times of this machine's clock. A file of old time rests at
    ///   once then; where another machine's clock is late, a file that is being written looks old, too.
    mutating func look(_ listing: [String: FileStamp], at moment: Moment, trustingTimes: Bool) {
        var next: [String: Seen] = [:]
        next.reserveCapacity(listing.count)
        for (name, stamp) in listing {
            var seen = Seen(stamp: stamp, since: moment.uptime, remaining: rest)
            if let before = files[name], before.stamp == stamp {
                // Nothing but a change sets a file moving again, not even a clock that is set back.
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

    /// Whether a file still moves.
    func isMoving(_ name: String) -> Bool { (files[name]?.remaining ?? 0) > 0 }

    /// Uptime at which the first of the moving files may rest; nil where none moves.
    var due: Int64? {
        files.values.lazy.map(\.remaining).filter { $0 > 0 }.min().map { lastLook + $0 }
    }

    /// Whether a resting file came, went or is not the one that was told of; the first state is news, too.
    ///
    /// The first state waits for what moves, but no longer than it takes to tell a file that was being written from one
    /// that only looks so: one that is written forever does not hold the others back.
    var hasNews: Bool {
        guard let firstLook else { return false }
        guard let told else {
            return lastLook - firstLook >= rest || files.values.allSatisfy { $0.remaining == 0 }
        }
        return told.keys.contains { files[$0] == nil }
            || files.contains { $1.remaining == 0 && told[$0] != $1.stamp }
    }

    /// Tells the state where there is news.
    mutating func takeNews() -> FolderState? {
        guard hasNews else { return nil }
        let resting = files.filter { $1.remaining == 0 }
        told = resting.mapValues(\.stamp)
        return FolderState(
            resting: Set(resting.keys), moving: Set(files.keys.filter { resting[$0] == nil }))
    }
}
