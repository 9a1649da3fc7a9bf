/// Supports look-ups in overlapping intervals: for each interval, which earlier ones reach further.
///
/// Every interval has a parent, the nearest one before it that ends later. The chain of parents visits exactly the
/// intervals that can still be open when it is over, with rising ends, but nesting can make it as long as the track. So
/// each interval has a second link that skips part of its chain, of lengths like those of a skew binary number: a walk
/// that skips where possible takes O(log n) steps (Myers, "An applicative random-access stack", 1983).
@usableFromInline
struct Overlaps: Sendable {
    /// -1 for none.
    private let parents: [Int32]
    /// -1 for none, otherwise the parent or one of its ancestors.
    private let skips: [Int32]
    /// The preferred of the intervals with the latest end, up to each.
    private let furthest: [Int32]

    /// Nil when every interval ends by the next start and later than the one before it: then nothing here is needed.
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

    /// One step of the walk, from an interval that is over to one that may not be; -1 past the last.
    func next(after rank: Int, time: Int64, in intervals: [TimeIndex.Interval]) -> Int {
        let skip = Int(skips[rank])
        // An ancestor that is over takes everything between along.
        return skip >= 0 && intervals[skip].end <= time ? skip : Int(parents[rank])
    }

    /// The preferred of the intervals with the latest end among those at or before `rank`.
    func furthest(upTo rank: Int) -> Int {
        Int(furthest[rank])
    }
}
