/// An IPv4 or IPv6 address, as far as telling public ones from all others needs it.
package struct IPAddress: Hashable, Sendable {
    /// Four bytes or sixteen, the most significant first.
    private let bytes: [UInt8]

    /// Nil unless there are 4 or 16 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads `192.0.2.1` or `2001:db8::1`, the latter also in brackets; nil for a name.
    init?(literal: String) {
        let text = literal.hasPrefix("[") && literal.hasSuffix("]") ? literal.dropFirst().dropLast() : literal[...]
        if let bytes = Self.dotted(text) {
            self.init(bytes)
            return
        }
        guard text.contains(":") else { return nil }
        // What "::" leaves out is zeros.
        let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false).map(Self.groups)
        guard let front = halves[0], let back = halves.count == 2 ? halves[1] : [] else { return nil }
        let missing = 16 - front.count - back.count
        guard halves.count == 2 ? missing >= 2 : missing == 0 else { return nil }
        self.init(front + [UInt8](repeating: 0, count: missing) + back)
    }

    /// Four numbers between dots.
    private static func dotted(_ text: Substring) -> [UInt8]? {
        let bytes = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return bytes.count == 4 && bytes.allSatisfy { $0 != nil } ? bytes.compactMap(\.self) : nil
    }

    /// Hexadecimal groups between colons, two bytes each; the last one may be four numbers between dots.
    private static func groups(_ text: Substring) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        for group in text.split(separator: ":", omittingEmptySubsequences: false) {
            if let four = dotted(group) {
                bytes += four
            } else if let value = UInt16(group, radix: 16) {
                bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
            } else {
                return nil
            }
        }
        return bytes
    }

    /// Whether packets to the address never leave this machine.
    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// Whether the address is one of the public internet, neither private, loopback, link-local nor reserved.
    ///
    /// An IPv6 address that carries an IPv4 address is as public as that one.
    ///
    /// [IANA: special-purpose addresses](https://www.iana.org/assignments/iana-ipv4-special-registry)
    package var isPublic: Bool {
        if bytes.count == 4 { return !Self.reservedV4.contains { $0.contains(bytes) } }
        if let embedded { return embedded.isPublic }
        // Only 2000::/3 is assigned to anyone; ::1, fc00::/7, fe80::/10 and multicast lie outside of it.
        return Block(0x20, prefix: 3).contains(bytes) && !Self.reservedV6.contains { $0.contains(bytes) }
    }

    /// The IPv4 address that packets to this one end up at.
    private var embedded: IPAddress? {
        let zeros = bytes.prefix(10).allSatisfy { $0 == 0 }
        // ::ffff:a.b.c.d, mapped.
        if zeros, bytes[10] == 0xFF, bytes[11] == 0xFF { return IPAddress(Array(bytes[12...])) }
        // ::a.b.c.d, compatible; :: and ::1 come out as 0.0.0.x, which is reserved.
        if zeros, bytes[10] == 0, bytes[11] == 0 { return IPAddress(Array(bytes[12...])) }
        // 64:ff9b::a.b.c.d, translated.
        if Block(0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0, prefix: 96).contains(bytes) {
            return IPAddress(Array(bytes[12...]))
        }
        // 2002:aabb:ccdd::, 6to4.
        if Block(0x20, 0x02, prefix: 16).contains(bytes) { return IPAddress(Array(bytes[2..<6])) }
        return nil
    }

    private static let reservedV4: [Block] = [
        Block(0, prefix: 8), Block(10, prefix: 8), Block(100, 64, prefix: 10), Block(127, prefix: 8),
        Block(169, 254, prefix: 16), Block(172, 16, prefix: 12), Block(192, 0, 0, prefix: 24),
        Block(192, 0, 2, prefix: 24), Block(192, 88, 99, prefix: 24), Block(192, 168, prefix: 16),
        Block(198, 18, prefix: 15), Block(198, 51, 100, prefix: 24), Block(203, 0, 113, prefix: 24),
        // Multicast, reserved and broadcast.
        Block(224, prefix: 3),
    ]

    private static let reservedV6: [Block] = [
        // Teredo and other protocol assignments, documentation.
        Block(0x20, 0x01, 0x00, prefix: 23), Block(0x20, 0x01, 0x0D, 0xB8, prefix: 32),
        Block(0x3F, 0xFF, 0x00, prefix: 20),
    ]
}

/// The addresses that begin with the same bits.
private struct Block {
    private let start: [UInt8]
    private let prefix: Int

    init(_ start: UInt8..., prefix: Int) {
        self.start = start
        self.prefix = prefix
    }

    func contains(_ address: [UInt8]) -> Bool {
        let whole = prefix / 8
        guard address.prefix(whole) == start.prefix(whole) else { return false }
        let rest = prefix % 8
        return rest == 0 || (address[whole] ^ start[whole]) >> (8 - rest) == 0
    }
}
