extension CueTrack {
    /// At most `maximum` of the cues, evenly spread in time, the first and the last among them, in time order.
    ///
    /// A kept cue is extended over the dropped ones after it, so that a contiguous track stays contiguous and gaps stay
    /// where they were. A track that is small enough is returned unchanged.
    public func thinned(to maximum: Int) -> CueTrack {
        guard cues.count > maximum else { return self }
        let order = positionsByStart
        let kept = Self.thinnedPositions(starts: order.map { cues[$0].start }, maximum: maximum)
        var thinned: [Cue] = []
        for (rank, position) in kept.enumerated() {
            var cue = cues[order[position]]
            let isLast = rank + 1 == kept.count
            let next = isLast ? cues.count : kept[rank + 1]
            let limit = isLast ? Timestamp.latest : cues[order[next]].start
            for dropped in order[(position + 1)..<next] {
                cue.end = max(cue.end, min(limit, cues[dropped].end))
            }
            thinned.append(cue)
        }
        return CueTrack(cues: thinned)
    }

    /// Chooses `maximum` of the given times, evenly spread in time, the first and the last among them.
    ///
    /// The ideal is one choice per equal step of time. A gap longer than a step counts as one step, because it holds
    /// no time to choose; its share goes to the denser parts. Deterministic; duration proportional to the number of
    /// times.
    ///
    /// - Parameters:
    ///   - starts: Times in ascending order.
    ///   - maximum: Number of choices; 1 chooses the first alone, 0 or less none.
    /// - Returns: Ascending positions in `starts`, exactly `min(maximum, starts.count)` of them.
    public static func thinnedPositions(starts: [Timestamp], maximum: Int) -> [Int] {
        guard maximum > 0 else { return [] }
        guard starts.count > maximum else { return Array(starts.indices) }
        guard maximum > 1 else { return [0] }
        let gaps = zip(starts, starts.dropFirst()).map { max(0, $1.milliseconds - $0.milliseconds) }
        let longest = longestCountedGap(gaps, steps: maximum - 1)
        let total = gaps.reduce(0.0) { $0 + Double(min($1, longest)) }

        var chosen = [0]
        var position = 0
        var reached = 0.0
        for step in 1..<(maximum - 1) {
            let ideal = total * Double(step) / Double(maximum - 1)
            // Leaves one time for each step still to come.
            let bound = starts.count - (maximum - step)
            reached += Double(min(gaps[position], longest))
            position += 1
            while position < bound {
                let next = reached + Double(min(gaps[position], longest))
                guard next - ideal < ideal - reached else { break }
                (position, reached) = (position + 1, next)
            }
            chosen.append(position)
        }
        return chosen + [starts.count - 1]
    }

    /// The largest length at which gaps, cut to it, still fill that many steps of it.
    private static func longestCountedGap(_ gaps: [Int64], steps: Int) -> Int64 {
        var low: Int64 = 0
        var high = gaps.reduce(0, max)
        while low < high {
            let middle = high - (high - low) / 2
            let filled = gaps.reduce(0.0) { $0 + Double(min($1, middle)) }
            if filled >= Double(middle) * Double(steps) { low = middle } else { high = middle - 1 }
        }
        return max(low, 1)
    }
}
