/// The host of a URL. Names that differ only in case and different spellings of an IPv6 address are equal.
///
/// See [RFC 3986, section 3.2.2](https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2).
package enum HostName: Hashable, Sendable {
    /// A name in lower case.
    case name(String)
    /// An IPv4 or IPv6 address.
    case address(IPAddress)

    /// Parses the host in a `Host` field, an IPv6 address in brackets; drops the dot at a name's end. `nil` for
    /// escapes, zones, empty labels, names of more than 253 bytes and other invalid hosts.
    package init?(_ text: Substring) {
        let isV6 = text.utf8.contains(UInt8(ascii: ":"))
        if text.utf8.first == UInt8(ascii: "[") {
            guard isV6, text.utf8.last == UInt8(ascii: "]"),
                let address = IPAddress(literal: Substring(text.utf8.dropFirst().dropLast()))
            else { return nil }
            self = .address(address)
            return
        }
        if !isV6, let address = IPAddress(literal: text) {
            self = .address(address)
            return
        }
        let name = text.utf8.last == UInt8(ascii: ".") ? text.utf8.dropLast() : text.utf8
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.count <= 253,
            labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetterOrDigit || "-_".utf8.contains($0) } })
        else { return nil }
        self = .name(Substring(name).lowercased())
    }

    /// Creates the host from a parsed URL's host, an IPv6 address with or without brackets; drops the dot at a name's end.
    package init(ofURL text: String) {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        let host = isBracketed ? text.dropFirst().dropLast() : text.hasSuffix(".") ? text.dropLast() : text[...]
        self = IPAddress(literal: host).map(HostName.address) ?? .name(host.lowercased())
    }

    /// Whether the host is this machine: a loopback address, `localhost` or a name that ends in `.localhost`.
    ///
    /// See [RFC 6761, section 6.3](https://www.rfc-editor.org/rfc/rfc6761#section-6.3).
    package var isLoopback: Bool {
        switch self {
        case .name(let name): name == "localhost" || name.hasSuffix(".localhost")
        case .address(let address): address.isLoopback
        }
    }

    /// Whether the host stands for all addresses of a machine: `0.0.0.0` or `::`.
    package var isUnspecified: Bool {
        if case .address(let address) = self { address.bytes.allSatisfy { $0 == 0 } } else { false }
    }

    /// Whether the host is an address that is not public, a name without a dot, or a name with a suffix of local
    /// networks, such as `.local`.
    package var isPrivate: Bool {
        switch self {
        case .name(let name): !name.contains(".") || Self.privateSuffixes.contains(where: name.hasSuffix)
        case .address(let address): !address.isPublic
        }
    }

    private static let privateSuffixes = [".localhost", ".local", ".internal", ".lan", ".home.arpa"]
}

extension UInt8 {
    /// Whether the byte is an ASCII letter or digit.
    var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
