/// Links between overlapping intervals for look-ups: from each interval to earlier ones that end later.
///
/// Every interval has a parent: the nearest interval before it that ends later. From an interval that has ended, the
/// chain of parents visits exactly the intervals that may still be open, in ascending order of their ends. Nesting can
/// make the chain as long as the track. So each interval has a second link that skips part of its chain. The lengths of
/// the skips follow skew binary numbers: a walk that skips if possible takes O(log n) steps (Myers, "An applicative
/// random-access stack", 1983).
@usableFromInline
struct Overlaps: Sendable {
    /// The parent of each interval; -1 without one.
    private let parents: [Int32]
    /// The parent of each interval or one of the parent's ancestors; -1 without one.
    private let skips: [Int32]
    /// For each interval, the interval up to it with the latest end; if there are several, the preferred one.
    private let furthest: [Int32]

    /// Nil if every interval ends by the next start and later than the previous interval, so that no links are needed.
    init?(_ intervals: [TimeIndex.Interval]) {
        let needed = zip(intervals, intervals.dropFirst()).contains { $1.start < $0.end || $1.end <= $0.end }
        guard needed else { return nil }

        var parents: [Int32] = []
        var skips: [Int32] = []
        var depths: [Int32] = []
        var furthest: [Int32] = []
        parents.reserveCapacity(intervals.count)
        skips.reserveCapacity(intervals.count)
        depths.reserveCapacity(intervals.count)
        furthest.reserveCapacity(intervals.count)

        var open: [Int32] = []
        for (rank, interval) in intervals.enumerated() {
            while let top = open.last, intervals[Int(top)].end <= interval.end { open.removeLast() }
            let parent = open.last ?? -1
            parents.append(parent)
            open.append(Int32(rank))

            var skip = parent
            var depth: Int32 = 1
            if parent >= 0 {
                depth = depths[Int(parent)] + 1
                let first = skips[Int(parent)]
                let second = first >= 0 ? skips[Int(first)] : -1
                let (parentDepth, firstDepth) = (depths[Int(parent)], first >= 0 ? depths[Int(first)] : 0)
                let secondDepth = second >= 0 ? depths[Int(second)] : 0
                if parentDepth - firstDepth == firstDepth - secondDepth { skip = second }
            }
            skips.append(skip)
            depths.append(depth)

            let best = furthest.last.map(Int.init) ?? rank
            let isBetter =
                interval.end > intervals[best].end
                || (interval.end == intervals[best].end && interval.start == intervals[best].start)
            furthest.append(Int32(isBetter ? rank : best))
        }
        (self.parents, self.skips, self.furthest) = (parents, skips, furthest)
    }

    /// The last interval at or before `rank` that ends after `time`; nil if none does.
    @usableFromInline
    func lastRank(endingAfter time: Int64, from rank: Int, in intervals: [TimeIndex.Interval]) -> Int? {
        var rank = rank
        while rank >= 0, intervals[rank].end <= time {
            rank = next(after: rank, time: time, in: intervals)
        }
        return rank >= 0 ? rank : nil
    }

    /// One step of the walk, from an interval that has ended to an earlier one that may be open; -1 after the last.
    func next(after rank: Int, time: Int64, in intervals: [TimeIndex.Interval]) -> Int {
        let skip = Int(skips[rank])
        // If an ancestor has ended, all intervals between have ended as well.
        return skip >= 0 && intervals[skip].end <= time ? skip : Int(parents[rank])
    }

    /// The interval at or before `rank` with the latest end; if there are several, the preferred one.
    func furthest(upTo rank: Int) -> Int {
        Int(furthest[rank])
    }
}
