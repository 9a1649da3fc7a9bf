#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address, 4 or 16 bytes in network order.
    package let bytes: [UInt8]

    /// `nil` unless there are 4 or 16 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Parses `192.0.2.1` or `2001:db8::1`; `nil` for brackets, zones, leading zeros in decimal numbers, and names.
    package init?(literal text: Substring) {
        // `inet_pton` would ignore the text after a zero byte.
        guard text.utf8.count <= Self.longestLiteral, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        let isV6 = text.utf8.contains(UInt8(ascii: ":"))
        var bytes = [UInt8](repeating: 0, count: isV6 ? 16 : 4)
        guard inet_pton(isV6 ? AF_INET6 : AF_INET, String(text), &bytes) == 1 else { return nil }
        self.bytes = bytes
    }

    /// `192.0.2.1`, or the eight numbers of an IPv6 address.
    package var description: String {
        if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
        return stride(from: 0, to: bytes.count, by: 2)
            .map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
    }

    private static let longestLiteral = 45

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: ":"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Whether packets to the address stay on this machine: 127.0.0.0/8, also as a mapped IPv6 address, and `::1`.
    package var isLoopback: Bool {
        if bytes.count == 4 { return bytes[0] == 127 }
        let zeros = bytes.prefix(10).allSatisfy { $0 == 0 }
        return zeros && (bytes[10...] == [0, 0, 0, 0, 0, 1] || bytes[10..<13] == [0xFF, 0xFF, 127])
    }

    /// Whether the address belongs to the public internet: neither private, loopback, link-local, multicast nor
    /// reserved.
    ///
    /// For an IPv6 address that embeds an IPv4 address, the embedded address decides.
    ///
    /// [IANA: special-purpose addresses](https://www.iana.org/assignments/iana-ipv4-special-registry)
    package var isPublic: Bool {
        if bytes.count == 4 { return !Self.reservedV4.contains { $0.contains(bytes) } }
        if let embedded { return embedded.isPublic }
        // Only 2000::/3 is assigned to public addresses. `::1`, fc00::/7, fe80::/10 and multicast are outside of it.
        return Block(0x20, prefix: 3).contains(bytes) && !Self.reservedV6.contains { $0.contains(bytes) }
    }

    /// The embedded IPv4 address, which receives the packets; `nil` if there is none.
    private var embedded: IPAddress? {
        let zeros = bytes.prefix(10).allSatisfy { $0 == 0 }
        // ::ffff:a.b.c.d, mapped.
        if zeros, bytes[10] == 0xFF, bytes[11] == 0xFF { return IPAddress(Array(bytes[12...])) }
        // ::a.b.c.d, compatible. :: and ::1 give 0.0.0.x, which is reserved.
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

/// A block of addresses that begin with the same bits.
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
