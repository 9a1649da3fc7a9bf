package import Mosaic

/// The path of a file below a root of videos: `{username}/{genre}/{file}`.
///
/// Exactly three parts, each of 1...255 bytes of UTF-8 and not hidden, none with a slash, a backslash or a control
/// character; the file has an extension of ``Kind``. Two paths are equal where their bytes are: composed and decomposed
/// letters are different files.
package struct VideoPath: Sendable, RawRepresentable, CustomStringConvertible {
    /// The kind of a file, by its extension.
    package enum Kind: Hashable, Sendable {
        case film, audio
        /// Facts about the film or audio of the same name, as JSON.
        case information

        /// Takes the name or path of a file; nil for every other extension.
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

    /// The extensions of audio, in lower case.
    package static let audioExtensions: Set<String> = ["mp3", "m4a", "aac", "ogg", "opus", "flac", "wav"]
    /// The longest part, in bytes: longer names exist on no file system in use.
    private static let longestPart = 255

    /// The path as text.
    package let rawValue: String
    /// The user of the file.
    package let username: String
    /// The kind of its source, such as the site that it was loaded from.
    package let genre: String
    /// The file's name with its extension.
    package let file: String
    /// The kind of the file.
    package let kind: Kind

    /// Takes a path unchanged; nil unless it is one of a video, audio or companion.
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

    /// Joins the parts; nil as for a path of them.
    package init?(username: String, genre: String, file: String) {
        self.init(rawValue: "\(username)/\(genre)/\(file)")
    }

    /// The file's extension as it is written, with its dot.
    package var fileExtension: String { Self.fileExtension(of: file).map(String.init) ?? "" }

    /// The file's name without its extension; never empty.
    package var stem: String { String(decoding: file.utf8.dropLast(fileExtension.utf8.count), as: UTF8.self) }

    /// The path without the extension: the name that a storyboard of the film has, as in a batch of its root with
    /// `--id path`.
    package var title: String { "\(username)/\(genre)/\(stem)" }

    /// The storyboard that is made of the film; nil for other files.
    package var storyboard: StoryboardID? { kind == .film ? StoryboardID(naming: title) : nil }

    /// The companion that has the facts about the file; the path itself where it is one. Nil where its name is too long.
    package var information: VideoPath? { VideoPath(rawValue: title + ".json") }

    /// The path as text.
    package var description: String { rawValue }

    /// Whether a part can name a folder or file that is not hidden.
    private static func isVisible(_ part: Substring) -> Bool {
        (1...longestPart).contains(part.utf8.count) && part.utf8.first != UInt8(ascii: ".")
    }

    /// The end of a name from its last dot; nil without one.
    fileprivate static func fileExtension(of name: String) -> Substring? {
        let bytes = name.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return name[dot...]
    }
}

extension VideoPath: Hashable {
    /// Whether the bytes are the same.
    package static func == (one: VideoPath, other: VideoPath) -> Bool {
        one.rawValue.utf8.elementsEqual(other.rawValue.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }
}
