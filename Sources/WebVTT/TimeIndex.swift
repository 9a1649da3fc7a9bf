/// Finds the cue for a time among intervals in any order, without allocating.
///
/// The intervals are sorted by start. A guide divides the time between the first and the last start into equal buckets,
/// at most twice as many as intervals, and has the position of each bucket's first start. Evenly spread starts take one
/// comparison, other starts a binary search inside the bucket.
public struct TimeIndex: Sendable {
    @usableFromInline
    struct Interval: Sendable {
        @usableFromInline let start: Int64
        /// Never before `start`.
        @usableFromInline let end: Int64
    }

    /// Ascending by start; equal starts in descending order of position, so that the last of them is the preferred one.
    @usableFromInline let intervals: [Interval]
    /// The original position of each interval; empty if all positions are unchanged.
    @usableFromInline let positions: [Int32]
    /// The number of starts before each bucket; one more entry than buckets, empty without intervals.
    @usableFromInline let guide: [Int32]
    /// Logarithm to base 2 of a bucket's length in milliseconds, less than 64.
    @usableFromInline let shift: UInt64
    /// The first start, at which the first bucket begins.
    @usableFromInline let origin: Int64
    /// The distance of the last start from the first.
    @usableFromInline let span: UInt64
    @usableFromInline let hasEqualStarts: Bool
    /// Links for overlapping intervals; nil if no interval reaches past the start or the end of a later one.
    @usableFromInline let overlaps: Overlaps?

    /// Indexes the intervals `starts[i]..<ends[i]`, in milliseconds. O(n log n), or O(n) if every start is later than
    /// the previous one.
    ///
    /// An end before its start counts as equal to it: such an interval contains no time but keeps its place.
    ///
    /// - Precondition: As many ends as starts, and fewer than 2^31 - 1.
    public init(starts: [Int64], ends: [Int64]) {
        precondition(starts.count == ends.count, "as many ends as starts")
        precondition(starts.count < Int32.max, "fewer than 2^31 intervals")
        var order: [Int32] = []
        if zip(starts, starts.dropFirst()).contains(where: { $0 >= $1 }) {
            order = starts.indices.map(Int32.init)
            order.sort { (starts[Int($0)], $1) < (starts[Int($1)], $0) }
        }
        positions = order
        let sorted = starts.indices.map { rank in
            let position = order.isEmpty ? rank : Int(order[rank])
            return Interval(start: starts[position], end: max(starts[position], ends[position]))
        }
        intervals = sorted
        hasEqualStarts = zip(sorted, sorted.dropFirst()).contains { $0.start == $1.start }
        overlaps = Overlaps(sorted)
        origin = sorted.first?.start ?? 0
        span = Self.distance(from: origin, to: sorted.last?.start ?? 0)
        (guide, shift) = Self.makeGuide(sorted, span: span)
    }

    /// Indexes the cues of a track; look-ups return positions in its `cues`.
    public init(_ track: CueTrack) {
        self.init(starts: track.cues.map(\.start.milliseconds), ends: track.cues.map(\.end.milliseconds))
    }

    /// The number of intervals.
    public var count: Int { intervals.count }

    private static func makeGuide(_ intervals: [Interval], span: UInt64) -> (guide: [Int32], shift: UInt64) {
        guard let origin = intervals.first?.start else { return ([], 0) }
        var shift: UInt64 = 0
        while span >> shift >= 2 * UInt64(intervals.count) { shift += 1 }
        var guide = [Int32](repeating: 0, count: Int(span >> shift) + 2)
        for interval in intervals {
            guide[Int(distance(from: origin, to: interval.start) >> shift) + 1] += 1
        }
        for bucket in 1..<guide.count { guide[bucket] += guide[bucket - 1] }
        return (guide, shift)
    }

    /// An unsigned, wrapping difference, so that the distance between any two `Int64` fits.
    ///
    /// A time before `start` has a greater distance than any time after it.
    @inlinable
    static func distance(from start: Int64, to time: Int64) -> UInt64 {
        UInt64(bitPattern: time &- start)
    }
}

extension TimeIndex {
    /// The original position of the cue for a time; nil if the policy gives none.
    @inlinable
    public func lookup(_ time: Timestamp, policy: LookupPolicy) -> Int? {
        lookup(milliseconds: time.milliseconds, policy: policy)
    }

    /// The original position of the cue for a time in seconds, which is converted as by `Timestamp(seconds:)`.
    ///
    /// A time before media start counts as media start, and an infinite time as the nearer end of the range. NaN gives
    /// nil.
    @inlinable
    public func lookup(seconds: Double, policy: LookupPolicy) -> Int? {
        guard let time = Timestamp(seconds: seconds) else { return nil }
        return lookup(time, policy: policy)
    }

    /// The original position of the cue for any number of milliseconds; nil if the policy gives none.
    ///
    /// Constant for evenly spread starts, O(log n) in the worst case, including overlaps.
    @inlinable
    public func lookup(milliseconds time: Int64, policy: LookupPolicy) -> Int? {
        guard !intervals.isEmpty else { return nil }
        let started = countStarted(by: time)
        let rank =
            switch policy {
            case .active: activeRank(at: time, started: started)
            case .hold: started - 1
            case .nearest: nearestRank(to: time, started: started)
            case .next: nextRank(from: time, started: started)
            }
        guard rank >= 0 else { return nil }
        return positions.isEmpty ? rank : Int(positions[rank])
    }

    /// The number of intervals that start at or before a time, 0...count.
    @inlinable
    func countStarted(by time: Int64) -> Int {
        let elapsed = Self.distance(from: origin, to: time)
        guard elapsed <= span else { return time < origin ? 0 : intervals.count }
        let bucket = Int(truncatingIfNeeded: elapsed &>> shift)
        var low = Int(guide[bucket])
        var high = Int(guide[bucket &+ 1])
        while high &- low > 1 {
            let middle = (low &+ high) &>> 1
            if intervals[middle].start <= time { low = middle } else { high = middle }
        }
        // In an empty bucket `low` is the first start after it, which is later than the time.
        return low &+ (intervals[low].start <= time ? 1 : 0)
    }

    /// The rank of the latest start among the intervals that contain a time, -1 if none does.
    @inlinable
    func activeRank(at time: Int64, started: Int) -> Int {
        let rank = started - 1
        if rank < 0 || time < intervals[rank].end { return rank }
        return overlaps?.lastRank(endingAfter: time, from: rank, in: intervals) ?? -1
    }

    @inlinable
    func nearestRank(to time: Int64, started: Int) -> Int {
        let active = activeRank(at: time, started: started)
        return active >= 0 ? active : nearestRankOutside(time, started: started)
    }

    /// The rank of the interval at the smallest distance from a time outside all intervals.
    @usableFromInline
    func nearestRankOutside(_ time: Int64, started: Int) -> Int {
        guard started > 0 else { return preferredRank(startingLike: 0) }
        let before = overlaps?.furthest(upTo: started - 1) ?? started - 1
        guard started < intervals.count else { return before }
        let sinceEnd = Self.distance(from: intervals[before].end, to: time)
        let untilStart = Self.distance(from: time, to: intervals[started].start)
        return sinceEnd <= untilStart ? before : preferredRank(startingLike: started)
    }

    @inlinable
    func nextRank(from time: Int64, started: Int) -> Int {
        if started == intervals.count || (started > 0 && intervals[started - 1].start == time) { return started - 1 }
        return preferredRank(startingLike: started)
    }

    /// The rank of the preferred interval among all intervals with the same start as the interval at `rank`.
    @inlinable
    func preferredRank(startingLike rank: Int) -> Int {
        hasEqualStarts ? countStarted(by: intervals[rank].start) - 1 : rank
    }
}

/// The rule that chooses the cue for a time, in particular for a time outside all cues.
///
/// Cues are half-open, `start <= t < end`. Among cues with equal starts, the first in the file has precedence under
/// every policy.
public enum LookupPolicy: String, Sendable, CaseIterable, Codable {
    /// The cue that contains the time; if there are several, the one that starts last. None in a gap, before the first
    /// cue, or past the last.
    case active
    /// The cue that starts last at or before the time, even if it has ended; none before the first cue.
    case hold
    /// The active cue, otherwise the cue at the smallest distance from the time; the earlier one if two are as near.
    ///
    /// The distance is `start - t` before a cue, and `t - end` from its end on.
    case nearest
    /// The cue that starts at the time or next after it; past the last start, the last cue.
    case next
}
