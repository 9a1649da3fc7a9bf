/// The name or path of a file that is taken for a film because of its extension.
package struct FilmName: Hashable, Sendable {
    /// The extensions of films, in lower case.
    package static let extensions: Set<String> = [
        "mp4", "m4v", "mov", "mkv", "webm", "ts", "m2ts", "mts", "mpg", "mpeg", "vob", "avi", "flv", "wmv", "ogv",
    ]
    private static let longestExtension = 4

    /// The name without dot and extension; never empty.
    package let stem: String

    /// Takes a name, also with folders in front; nil where it is not that of a film, and where it is hidden.
    package init?(_ name: String) {
        let bytes = name.utf8
        // Most names are not those of films, and walks see many.
        guard let dot = bytes.suffix(Self.longestExtension + 1).lastIndex(of: UInt8(ascii: ".")),
            Self.extensions.contains(name[bytes.index(after: dot)...].lowercased())
        else { return nil }
        let stem = name[..<dot]
        let own = stem.utf8.lastIndex(of: UInt8(ascii: "/")).map { stem[stem.utf8.index(after: $0)...] } ?? stem
        guard !own.isEmpty, !own.hasPrefix(".") else { return nil }
        self.stem = String(stem)
    }
}
