/// The URL of a video: `http` or `https`, a host without credentials, and nothing that a URL has to escape.
package struct DownloadURL: Hashable, Sendable, CustomStringConvertible {
    /// The longest URL, in characters.
    package static let maximumLength = 4_096

    /// The URL as text; it never begins with a hyphen, and no option of a program does otherwise.
    package let text: String
    /// The host in lower case, without a port.
    package let host: String

    /// Takes a URL as it is; nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) })
        else { return nil }
        let authority = text.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
        // The backslash is a slash for some readers of URLs, and a part of the host for others.
        guard !text.contains("\\"), !authority.contains("@") else { return nil }
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        let port = authority.dropFirst(host.count)
        guard !host.isEmpty, host != "[]", port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil,
            host.utf8.allSatisfy(Self.isAllowed), host.utf8.first != UInt8(ascii: "-")
        else { return nil }
        self.text = text
        self.host = host.lowercased()
    }

    /// The host alone: the rest may be a secret.
    package var description: String { host }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}
