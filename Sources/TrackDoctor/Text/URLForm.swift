/// The base of a sheet's URL, as far as players distinguish it.
enum URLForm: Hashable, Sendable {
    /// To the track: `sheet.jpg`.
    case relative
    /// To the host: `/films/sheet.jpg`.
    case rootAbsolute
    /// To the scheme alone: `//cdn.example/sheet.jpg`.
    case schemeRelative
    /// To nothing: `https://cdn.example/sheet.jpg`.
    case absolute

    /// Tells the form of a URL by its beginning.
    init(_ url: some StringProtocol) {
        if url.hasPrefix("//") {
            self = .schemeRelative
        } else if url.hasPrefix("/") {
            self = .rootAbsolute
        } else {
            self = Self.hasScheme(url) ? .absolute : .relative
        }
    }

    private static func hasScheme(_ url: some StringProtocol) -> Bool {
        let scheme = url.utf8.prefix { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
        guard let first = scheme.first, isLetter(first), scheme.endIndex < url.utf8.endIndex else { return false }
        return url.utf8[scheme.endIndex] == UInt8(ascii: ":")
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
