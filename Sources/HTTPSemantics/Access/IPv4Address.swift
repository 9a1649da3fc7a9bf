/// An IPv4 address in the one form that browsers write: four decimal numbers.
package struct IPv4Address: Hashable, Sendable {
    /// Four bytes, the first one first.
    let bytes: [UInt8]

    /// Reads four numbers of 0...255 without leading zeros, which some software takes for octal ones.
    init?(_ text: Substring) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part -> UInt8? in
            guard part.count == 1 || part.first != UInt8(ascii: "0"), let number = FieldText.number(part) else {
                return nil
            }
            return UInt8(exactly: number)
        }
        guard parts.count == 4, bytes.count == 4 else { return nil }
        self.bytes = bytes
    }

    /// Whether it leads back to the machine itself: 127.0.0.0/8.
    var isLoopback: Bool { bytes[0] == 127 }
}
