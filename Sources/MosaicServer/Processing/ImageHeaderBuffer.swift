/// The beginning of a file that comes in parts, as long as its header is looked for.
struct ImageHeaderBuffer: Sendable {
    /// Maximum offset of a file's header, in bytes: cameras put color profiles and previews before it.
    static let reach = 2 << 20

    /// The bytes received.
    private(set) var bytes: [UInt8] = []
    /// Number of bytes at which the header is parsed next.
    private var wanted = 1

    /// Whether the header would have to be here by now.
    var isFull: Bool { bytes.count >= Self.reach }

    /// Appends a part.
    ///
    /// A header is parsed from its first byte each time. It is parsed again only when the number of bytes has
    /// doubled, so that a client that sends byte by byte causes no more work than others.
    /// - Returns: Whether to parse now.
    mutating func append(_ part: some Sequence<UInt8>) -> Bool {
        bytes += part
        guard bytes.count >= wanted else { return false }
        wanted = min(2 * bytes.count, Self.reach)
        return true
    }
}
