/// How long an answer may take.
public struct Timeouts: Hashable, Sendable {
    /// The longest time without a byte.
    public var idle: Duration
    /// The longest time for one try, redirects included, so that a server cannot drip bytes for ever.
    public var total: Duration

    /// Makes limits; 15 s without a byte and 60 s altogether unless told otherwise.
    public init(idle: Duration = .seconds(15), total: Duration = .seconds(60)) {
        self.idle = idle
        self.total = total
    }
}
