import Mosaic

/// A request's target, or any URL, for logs: one line without secrets. At most 2 048 bytes of the target are logged.
package struct LoggedTarget: Hashable, Sendable, CustomStringConvertible {
    /// Maximum number of logged bytes of a target.
    static let maximumLength = 2_048

    package let description: String

    /// Hides the values of `token`, `access_token` and `sig`, even if their names are percent-encoded. Hides every
    /// value that contains a URL with one of these parameters. Hides a path or a name with one of them completely.
    package init(_ target: String) {
        var shown = ""
        var rest = Substring(target).utf8.prefix(Self.maximumLength)
        let isCut = rest.count < target.utf8.count
        while !rest.isEmpty {
            let part = rest.prefix { !Self.isSeparator($0) }
            rest = rest[part.endIndex...]
            shown += Self.redacted(part)
            if let separator = rest.popFirst() { shown.unicodeScalars.append(Unicode.Scalar(separator)) }
        }
        description = isCut ? shown + "..." : shown
    }

    private static let secrets = ["token", "access_token", "sig"]
    /// Maximum depth of nested URLs that are examined.
    private static let maximumDepth = 8

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "#"): true
        default: false
        }
    }

    private static func redacted(_ part: Substring.UTF8View) -> String {
        let name = part.prefix { $0 != UInt8(ascii: "=") }
        let value = part[name.endIndex...].dropFirst()
        guard let decodedName = decoded(name) else { return "..." }
        // A link that was encoded twice has `%3F` or `%3D` in its path for `?` or `=`.
        guard !holdsSecret(decodedName) else { return "..." }
        if !value.isEmpty {
            let parameter = decodedName.split(whereSeparator: isSeparator).last.map(lowercased)
            if let parameter, secrets.contains(parameter) {
                return parameter == lowercased(decodedName[...]) ? visible(name) + "=..." : "..."
            }
            guard let decodedValue = decoded(value), !holdsSecret(decodedValue) else { return visible(name) + "=..." }
        }
        return visible(part)
    }

    /// Whether the text contains the name of a secret followed by an equals sign.
    private static func holdsSecret(_ text: [UInt8]) -> Bool {
        guard text.contains(UInt8(ascii: "=")) else { return false }
        let text = lowercased(text[...])
        return secrets.contains { text.contains($0 + "=") }
    }

    private static func lowercased(_ text: ArraySlice<UInt8>) -> String {
        String(decoding: text, as: UTF8.self).lowercased()
    }

    /// Decodes a text repeatedly, because a URL inside a URL is encoded once more.
    ///
    /// `nil` if the text cannot be decoded in a few steps. Then it is not logged, because it may contain a mistyped
    /// secret.
    private static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
        guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
        guard var decoded = PercentEncoding.decoded(text) else { return nil }
        for _ in 0..<maximumDepth {
            guard let next = partlyDecoded(decoded) else { return Array(decoded.utf8) }
            decoded = next
        }
        return nil
    }

    /// Decodes a text once; `nil` if nothing in it is encoded.
    private static func partlyDecoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        var isChanged = false
        while let byte = rest.first {
            if byte == UInt8(ascii: "%"), let character = PercentEncoding.decoded(rest.prefix(3)), rest.count >= 3 {
                bytes += character.utf8
                rest = rest.dropFirst(3)
                isChanged = true
            } else {
                bytes.append(byte)
                rest.removeFirst()
            }
        }
        return isChanged ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Percent-encodes all bytes except visible ASCII characters, so that a target cannot end a line.
    private static func visible(_ text: Substring.UTF8View) -> String {
        if text.allSatisfy({ (0x21...0x7E).contains($0) }) { return String(Substring(text)) }
        return PercentEncoding.encoded(text) { !(0x21...0x7E).contains($0) }
    }
}
