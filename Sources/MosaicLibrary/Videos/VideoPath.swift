package import Mosaic

/// The path of a file below a video root: `{username}/{genre}/{file}`.
///
/// The path has exactly three parts, each of 1...255 bytes of UTF-8. No part is hidden or contains a slash, a backslash
/// or a control character. The file has an extension of a ``Kind``. Two paths are equal if their bytes are equal,
/// because composed and decomposed letters name different files.
package struct VideoPath: Sendable, RawRepresentable, CustomStringConvertible {
    /// The kind of a file, given by its extension.
    package enum Kind: Hashable, Sendable {
        case film, audio
        /// JSON with facts about the film or audio file of the same name.
        case information

        /// Derives the kind from a file's name or path; nil for an unknown extension.
        package init?(of name: String) {
            guard let dotted = VideoPath.fileExtension(of: name) else { return nil }
            let end = String(decoding: dotted.utf8.dropFirst(), as: UTF8.self).lowercased()
            if FilmName.extensions.contains(end) {
                self = .film
            } else if VideoPath.audioExtensions.contains(end) {
                self = .audio
            } else if end == "json" {
                self = .information
            } else {
                return nil
            }
        }
    }

    /// Extensions of audio files, in lower case.
    package static let audioExtensions: Set<String> = ["mp3", "m4a", "aac", "ogg", "opus", "flac", "wav"]
    /// Maximum length of a part in bytes, the limit of common file systems.
    private static let longestPart = 255

    package let rawValue: String
    package let username: String
    /// The kind of the file's source, such as the site from which it was downloaded.
    package let genre: String
    /// The file's name with its extension.
    package let file: String
    package let kind: Kind

    /// Parses a path; nil unless it is the path of a film, an audio file or a companion.
    package init?(rawValue: String) {
        guard let key = ObjectKey(rawValue: rawValue) else { return nil }
        let parts = key.parts
        guard parts.count == 3, parts.allSatisfy(Self.isVisible), let kind = Kind(of: String(parts[2])),
            let end = Self.fileExtension(of: String(parts[2])), end.utf8.count < parts[2].utf8.count
        else { return nil }
        self.rawValue = rawValue
        (username, genre, file) = (String(parts[0]), String(parts[1]), String(parts[2]))
        self.kind = kind
    }

    /// Joins three parts to a path; nil if ``init(rawValue:)`` does not accept it.
    package init?(username: String, genre: String, file: String) {
        self.init(rawValue: "\(username)/\(genre)/\(file)")
    }

    /// The file's extension as written, with its dot.
    package var fileExtension: String { Self.fileExtension(of: file).map(String.init) ?? "" }

    /// The file's name without its extension; never empty.
    package var stem: String { String(decoding: file.utf8.dropLast(fileExtension.utf8.count), as: UTF8.self) }

    /// The path without the extension. It is the name of the film's storyboard, as in a batch of its root with `--id
    /// path`.
    package var title: String { "\(username)/\(genre)/\(stem)" }

    /// The storyboard of the film; nil for other files.
    package var storyboard: StoryboardID? { kind == .film ? StoryboardID(naming: title) : nil }

    /// The companion with the facts about the file; for a companion, the path itself. Nil if the name is too long.
    package var information: VideoPath? { VideoPath(rawValue: title + ".json") }

    package var description: String { rawValue }

    /// Whether a part is a valid name of a folder or file that is not hidden.
    private static func isVisible(_ part: Substring) -> Bool {
        (1...longestPart).contains(part.utf8.count) && part.utf8.first != UInt8(ascii: ".")
    }

    /// The extension of a name, beginning with its last dot; nil without a dot.
    fileprivate static func fileExtension(of name: String) -> Substring? {
        let bytes = name.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return name[dot...]
    }
}

extension VideoPath: Hashable {
    /// Whether the two paths have the same bytes.
    package static func == (one: VideoPath, other: VideoPath) -> Bool {
        one.rawValue.utf8.elementsEqual(other.rawValue.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }
}
