/// Which cue answers for a time, above all for a time that lies in none.
///
/// Cues are half-open, `start <= t < end`. Of cues with equal starts the earlier in the file wins under every policy.
public enum LookupPolicy: String, Sendable, CaseIterable, Codable {
    /// Of the cues that contain the time the one that starts last; none in a gap, before the first, past the last.
    case active
    /// The cue that starts last at or before the time, over as it may be; none before the first.
    case hold
    /// The active cue, or else the one at the smallest distance from the time, the earlier of two.
    ///
    /// The distance is `start - t` before a cue and `t - end` from its end on.
    case nearest
    /// The cue that starts at the time or next after it; past the last start the last cue.
    case next
}
