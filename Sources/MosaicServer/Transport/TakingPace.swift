import NIOCore

/// How fast a client reads while there are unsent bytes.
struct TakingPace {
    /// Bytes that a client has to read between two checks, 1 or more.
    private let needed: Int
    private let timeout: TimeAmount
    private var taken = 0
    private var since = NIODeadline.distantPast

    /// - Parameters:
    ///   - timeout: How long a client may read too slowly; detected within twice the time.
    ///   - slowest: Bytes a second that a client has to read on average, 0 or more; reading nothing is always too slow.
    init(timeout: TimeAmount, slowest: Int) {
        self.timeout = timeout
        let bytes = Double(slowest) * Double(timeout.nanoseconds) / 1_000_000_000
        needed = max(1, Int(exactly: bytes.rounded(.down)) ?? .max)
    }

    /// When there is something to be seen next.
    var deadline: NIODeadline { since + timeout }

    /// Restarts for a client that has read everything.
    ///
    /// - Parameter taken: Bytes that it has read until now.
    mutating func begin(at taken: Int, now: NIODeadline) { (self.taken, since) = (taken, now) }

    /// Whether a client has read enough since the last time that it had.
    mutating func isEnough(_ taken: Int, now: NIODeadline) -> Bool {
        guard now >= deadline else { return true }
        guard taken &- self.taken >= needed else { return false }
        begin(at: taken, now: now)
        return true
    }
}
