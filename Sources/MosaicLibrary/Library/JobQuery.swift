import Mosaic

/// Which jobs of a catalog are wanted; the one submitted last comes first.
public struct JobQuery: Hashable, Sendable {
    /// Only those in this state; nil takes all.
    public var state: JobState?
    /// Whether only those are wanted that a worker holds, be it that its hold has run out.
    public var onlyHeld = false
    /// How many at most, 1...10 000; less is 1.
    public var limit = 100
    /// How many to skip, 0 or more; less is 0.
    public var offset = 0

    /// The hundred newest.
    public init() {}
}
