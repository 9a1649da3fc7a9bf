extension TimeIndex {
    /// The original position of the cue for a time, nil where the policy has none.
    @inlinable
    public func lookup(_ time: Timestamp, policy: LookupPolicy) -> Int? {
        lookup(milliseconds: time.milliseconds, policy: policy)
    }

    /// The original position of the cue for a time in seconds, read as `Timestamp(seconds:)` reads it.
    ///
    /// So a time before media start is media start, an infinite one the nearer end of all time, and NaN finds nothing.
    @inlinable
    public func lookup(seconds: Double, policy: LookupPolicy) -> Int? {
        guard let time = Timestamp(seconds: seconds) else { return nil }
        return lookup(time, policy: policy)
    }

    /// The original position of the cue for any number of milliseconds, nil where the policy has none.
    ///
    /// Constant for evenly spread starts, O(log n) for the worst ones, overlaps included.
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

    /// The rank of the interval at the smallest distance from a time that none contains.
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

    /// The last of the intervals with the same start as the one at `rank`, the first of them.
    @inlinable
    func preferredRank(startingLike rank: Int) -> Int {
        hasEqualStarts ? countStarted(by: intervals[rank].start) - 1 : rank
    }
}
