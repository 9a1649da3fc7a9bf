/// The eight parts of an IPv6 address, however it was written.
///
/// See [RFC 4291, section 2.2](https://www.rfc-editor.org/rfc/rfc4291#section-2.2).
package struct IPv6Address: Hashable, Sendable {
    /// Eight parts of 16 bits, the first one first.
    let parts: [UInt16]

    /// Reads an address without brackets and without a zone.
    init?(_ text: Substring) {
        guard text.utf8.count <= 45 else { return nil }
        var rest = text.utf8
        var parts: [UInt16] = []
        var gap: Int?
        if rest.starts(with: "::".utf8) {
            rest.removeFirst(2)
            gap = 0
        }
        while !rest.isEmpty {
            guard parts.count < 8 else { return nil }
            let part = rest.prefix { $0 != UInt8(ascii: ":") }
            rest = rest[part.endIndex...]
            if rest.isEmpty, let four = IPv4Address(Substring(part)) {
                parts += [UInt16(four.bytes[0]) << 8 | UInt16(four.bytes[1])]
                parts += [UInt16(four.bytes[2]) << 8 | UInt16(four.bytes[3])]
                break
            }
            guard (1...4).contains(part.count), part.allSatisfy(Self.isDigit),
                let value = UInt16(Substring(part), radix: 16)
            else { return nil }
            parts.append(value)
            if rest.starts(with: "::".utf8) {
                guard gap == nil else { return nil }
                gap = parts.count
                rest.removeFirst(2)
            } else if !rest.isEmpty {
                rest.removeFirst()
                guard !rest.isEmpty else { return nil }
            }
        }
        if let gap {
            guard parts.count < 8 else { return nil }
            parts.insert(contentsOf: repeatElement(0, count: 8 - parts.count), at: gap)
        }
        guard parts.count == 8 else { return nil }
        self.parts = parts
    }

    /// Whether it leads back to the machine itself: `::1`, or 127.0.0.0/8 written as an IPv6 address.
    var isLoopback: Bool {
        parts == [0, 0, 0, 0, 0, 0, 0, 1] || (parts.prefix(6) == [0, 0, 0, 0, 0, 0xFFFF] && parts[6] >> 8 == 127)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
