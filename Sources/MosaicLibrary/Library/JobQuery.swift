import Mosaic

/// Selects jobs of a catalog; the last submitted comes first.
public struct JobQuery: Hashable, Sendable {
    /// Only jobs in this state; nil takes all.
    public var state: JobState?
    /// Whether only leased jobs are selected, expired leases included.
    public var onlyHeld = false
    /// How many at most, 1...10 000; less is 1.
    public var limit = 100
    /// How many to skip, 0 or more; less is 0.
    public var offset = 0

    /// The hundred newest jobs.
    public init() {}
}
