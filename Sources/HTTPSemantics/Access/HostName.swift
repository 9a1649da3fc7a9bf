/// Which machine a URL names; two ways of writing the same name are equal.
///
/// See [RFC 3986, section 3.2.2](https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2).
package enum HostName: Hashable, Sendable {
    /// A name in small letters, without a dot at its end.
    case name(String)
    /// Four decimal numbers.
    case ipv4(IPv4Address)
    /// An address that stood in brackets.
    case ipv6(IPv6Address)

    /// Reads a name or address; nil for escapes, zones, empty labels and everything else that no server is called.
    package init?(_ text: Substring) {
        if text.utf8.first == UInt8(ascii: "[") {
            guard text.utf8.last == UInt8(ascii: "]"),
                let address = IPv6Address(Substring(text.utf8.dropFirst().dropLast()))
            else {
                return nil
            }
            self = .ipv6(address)
            return
        }
        if let address = IPv4Address(text) {
            self = .ipv4(address)
            return
        }
        let name = text.utf8.last == UInt8(ascii: ".") ? text.utf8.dropLast() : text.utf8
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.count <= 253, labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isAllowed) }) else {
            return nil
        }
        self = .name(Substring(name).lowercased())
    }

    /// Whether the name stands for the machine itself, whatever its resolver says.
    ///
    /// See [RFC 6761, section 6.3](https://www.rfc-editor.org/rfc/rfc6761#section-6.3).
    package var isLoopback: Bool {
        switch self {
        case .name(let name): name == "localhost" || name.hasSuffix(".localhost")
        case .ipv4(let address): address.isLoopback
        case .ipv6(let address): address.isLoopback
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
