/// A request's target, or any URL, as logs may show it: one line, no secret, no more than 2 048 characters.
struct LoggedTarget: Hashable, Sendable, CustomStringConvertible {
    /// The longest target that is shown whole, in bytes.
    static let maximumLength = 2_048

    /// What logs show.
    let description: String

    /// Hides the values of `token`, `access_token` and `sig`, however their names are written, and all values that
    /// hold a URL with one of them; a path or a name that holds one is hidden whole.
    init(_ target: String) {
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

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "#"): true
        default: false
        }
    }

    private static func redacted(_ part: Substring.UTF8View) -> String {
        let name = part.prefix { $0 != UInt8(ascii: "=") }
        let value = part[name.endIndex...].dropFirst()
        // A link that was encoded once too often has `%3F` and `%3D` in its path for `?` and `=`.
        guard !holdsSecret(name) else { return "..." }
        guard !value.isEmpty, isSecret(name) || holdsSecret(value) else { return visible(part) }
        return visible(name) + "=..."
    }

    private static func isSecret(_ name: Substring.UTF8View) -> Bool {
        QueryValues.decoded(name).map { secrets.contains($0.lowercased()) } ?? true
    }

    private static func holdsSecret(_ value: Substring.UTF8View) -> Bool {
        // Without these there is no name and value in it, however it is decoded.
        guard value.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "=") }) else { return false }
        // What cannot be decoded is no parameter of ours; a typing error in one is still shown to nobody.
        guard let decoded = QueryValues.decoded(value)?.lowercased() else { return true }
        // A URL within a URL is encoded, once more for each one around it.
        return secrets.contains { decoded.contains($0 + "=") || decoded.contains($0 + "%") }
    }

    /// Everything that is not a visible ASCII character as `%` and two digits, so that a target cannot end a line.
    private static func visible(_ text: Substring.UTF8View) -> String {
        if text.allSatisfy({ (0x21...0x7E).contains($0) }) { return String(Substring(text)) }
        var shown = ""
        for byte in text {
            if (0x21...0x7E).contains(byte) {
                shown.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                shown += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return shown
    }
}
