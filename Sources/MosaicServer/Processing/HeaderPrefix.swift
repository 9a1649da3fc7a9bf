/// The beginning of a file that comes in parts, as long as its header is looked for.
struct HeaderPrefix: Sendable {
    /// How far into a file its header is looked for, in bytes: behind color profiles and previews that cameras put first.
    static let reach = 2 << 20

    /// What has come in.
    private(set) var bytes: [UInt8] = []
    /// How much is worth a look.
    private var wanted = 1

    /// Whether the header would have to be here by now.
    var isFull: Bool { bytes.count >= Self.reach }

    /// Puts a part behind the others.
    ///
    /// A header is read from its first byte each time. So that a client who sends byte by byte gets no more work done than
    /// one who sends all at once, it is looked for again when there is twice as much.
    /// - Returns: Whether it is worth a look.
    mutating func append(_ part: some Sequence<UInt8>) -> Bool {
        bytes += part
        guard bytes.count >= wanted else { return false }
        wanted = min(2 * bytes.count, Self.reach)
        return true
    }
}
