import NIOCore

/// How fast a client takes what it is sent, while there is something that it has not taken.
struct TakingPace {
    /// Bytes that have to be taken in the time between two looks, 1 or more.
    private let needed: Int
    private let patience: TimeAmount
    private var taken = 0
    private var since = NIODeadline.distantPast

    /// - Parameters:
    ///   - patience: How long a client may take less than it should; it is found out within twice the time.
    ///   - slowest: Bytes that have to be taken in a second on average, 0 or more; nothing at all is always too little.
    init(patience: TimeAmount, slowest: Int) {
        self.patience = patience
        let bytes = Double(slowest) * Double(patience.nanoseconds) / 1_000_000_000
        needed = max(1, Int(exactly: bytes.rounded(.down)) ?? .max)
    }

    /// When there is something to be seen next.
    var deadline: NIODeadline { since + patience }

    /// Begins anew with a client that has taken everything.
    ///
    /// - Parameter taken: Bytes that it has taken until now.
    mutating func begin(at taken: Int, now: NIODeadline) { (self.taken, since) = (taken, now) }

    /// Whether a client has taken enough; looks no further back than to the last time that it had.
    mutating func isEnough(_ taken: Int, now: NIODeadline) -> Bool {
        guard now >= deadline else { return true }
        guard taken &- self.taken >= needed else { return false }
        begin(at: taken, now: now)
        return true
    }
}
