import HTTPFetching
public import WebVTT

extension ThumbnailTrack {
    /// The tile for a playback time, without allocating; nil where the policy has none, or nothing is loaded.
    ///
    /// | policy | before the first | inside | in a gap | past the last |
    /// |---|---|---|---|---|
    /// | `active` | nil | that tile | nil | nil |
    /// | `hold` | nil | that tile | the one before | the last |
    /// | `nearest` | the first | that tile | the nearer one | the last |
    /// | `next` | the first | the next start | the one after | the last |
    ///
    /// Take a player's position as `.seconds(position)`: it is nil for NaN, which players report while they have
    /// none, and every other number is a time.
    ///
    /// - Parameters:
    ///   - time: Nil finds nothing.
    ///   - policy: That of the options where nil.
    public func tile(at time: Timestamp?, policy: LookupPolicy? = nil) -> PreviewTile? {
        guard let time else { return nil }
        let policy = policy ?? options.policy
        return state.withLock { $0.loaded?.timetable.tile(at: time, policy: policy) }
    }

    /// The tile with a number in time order, from 0; nil where there is none.
    public func tile(numbered number: Int) -> PreviewTile? {
        let policy = options.policy
        return state.withLock { state in
            guard let timetable = state.loaded?.timetable, timetable.entries.indices.contains(number) else {
                return nil
            }
            return timetable.tile(numbered: number, policy: policy)
        }
    }
}

extension Timestamp {
    /// A playback time in seconds, rounded to the nearest millisecond and clamped to 0...2^53 ms; nil for NaN.
    public static func seconds(_ seconds: Double) -> Timestamp? {
        Timestamp(seconds: seconds)
    }
}
