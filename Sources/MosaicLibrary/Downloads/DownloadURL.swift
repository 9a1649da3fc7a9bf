import WebOrigins

/// The URL of a video: `http` or `https`, a host without credentials, and no character that a URL has to escape.
package struct DownloadURL: Hashable, Sendable, CustomStringConvertible {
    /// Maximum length in characters.
    package static let maximumLength = 4_096
    /// Characters besides letters and digits. Brackets are for the host alone: downloaders may expand them elsewhere.
    ///
    /// See [RFC 3986, section 2](https://www.rfc-editor.org/rfc/rfc3986#section-2).
    private static let marks = Set("-._~:/?#@!$&'()*+,;=%".utf8)

    /// The URL as text; it never begins with a hyphen, and no option of a program does otherwise.
    package let text: String
    /// The host in lower case, without a port.
    package let host: String

    /// Accepts a URL as it is; `nil` for other texts.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength,
            let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) })
        else { return nil }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        guard authority.first != UInt8(ascii: "-"), authority.last != UInt8(ascii: ":"),
            Authority(String(Substring(authority))) != nil, rest.dropFirst(authority.count).allSatisfy(Self.isAllowed)
        else { return nil }
        let isBracketed = authority.first == UInt8(ascii: "[")
        let end = UInt8(ascii: isBracketed ? "]" : ":")
        let host = authority.prefix { $0 != end }
        self.text = text
        self.host = (String(Substring(host)) + (isBracketed ? "]" : "")).lowercased()
    }

    /// The host alone: the rest may be a secret.
    package var description: String { host }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: marks.contains(byte)
        }
    }
}
