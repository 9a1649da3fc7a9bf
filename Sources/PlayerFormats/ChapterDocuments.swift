package import WebVTT

/// Chapters in formats that players and ffmpeg read. The written files leave out chapters without a duration.
package enum ChapterDocuments {
    /// A WebVTT file for `<track kind="chapters">`: one cue for each chapter, with the title as its text.
    ///
    /// In titles, a run of line ends becomes one space, any other control character except a tab becomes U+FFFD, and
    /// `&`, `<` and `>` become entities. So no title ends its cue or is parsed as a tag.
    package static func webVTT(_ chapters: [(start: Timestamp, end: Timestamp, title: String)]) -> [UInt8] {
        var text = "WEBVTT\n"
        for chapter in chapters where chapter.start < chapter.end {
            text += "\n\(chapter.start) --> \(chapter.end)\n"
            let title = line(chapter.title) { scalar in
                switch scalar {
                case "&": "&amp;"
                case "<": "&lt;"
                case ">": "&gt;"
                default: nil
                }
            }
            if !title.isEmpty { text += title + "\n" }
        }
        return Array(text.utf8)
    }

    /// The chapters of a WebVTT file. A title is a cue's text without tags, with decoded entities and with spaces for
    /// line ends.
    ///
    /// - Throws: `malformed` for a file that is not WebVTT.
    package static func chapters(
        parsing file: [UInt8]
    ) throws(ThumbnailFormatError) -> [(start: Timestamp, end: Timestamp, title: String)] {
        let track: CueTrack
        do { track = try CueTrack(parsing: file) } catch {
            throw ThumbnailFormatError(.malformed, "line 1", "The file is not WebVTT.")
        }
        return track.cues.map { ($0.start, $0.end, CueText.plain($0.text)) }
    }

    /// A metadata file for ffmpeg: `ffmpeg -i film.mp4 -i chapters.ffmetadata -map_metadata 1 -codec copy …`.
    ///
    /// `=`, `;`, `#`, `\`, LF and CR are escaped; any other control character except a tab becomes U+FFFD. A title that
    /// ends with `\` gets a space, because ffmpeg treats a line end after any `\` as escaped.
    ///
    /// See [ffmpeg, metadata](https://ffmpeg.org/ffmpeg-formats.html#Metadata-2).
    package static func ffmetadata(_ chapters: [(start: Timestamp, end: Timestamp, title: String)]) -> [UInt8] {
        var text = ";FFMETADATA1\n"
        for chapter in chapters where chapter.start < chapter.end {
            text += "[CHAPTER]\nTIMEBASE=1/1000\n"
            text += "START=\(chapter.start.milliseconds)\nEND=\(chapter.end.milliseconds)\ntitle="
            for scalar in chapter.title.unicodeScalars {
                switch scalar {
                case "=", ";", "#", "\\", "\n", "\r": text += "\\\(scalar)"
                default: text.unicodeScalars.append(shown(scalar))
                }
            }
            text += chapter.title.hasSuffix("\\") ? " \n" : "\n"
        }
        return Array(text.utf8)
    }

    /// A text as one line, with replacements for some scalars.
    private static func line(_ text: String, replacing replacement: (Unicode.Scalar) -> String?) -> String {
        var line = String.UnicodeScalarView()
        var isBetweenLines = false
        for scalar in text.unicodeScalars {
            if scalar == "\n" || scalar == "\r" {
                isBetweenLines = true
                continue
            }
            if isBetweenLines, !line.isEmpty { line.append(" ") }
            isBetweenLines = false
            if let other = replacement(scalar) {
                line.append(contentsOf: other.unicodeScalars)
            } else {
                line.append(shown(scalar))
            }
        }
        return String(line)
    }

    /// The scalar itself, or U+FFFD for a control character other than a tab or a line end. A terminal that prints the
    /// file would execute ESC and BEL.
    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\t", "\n", "\r": scalar
        case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": "\u{FFFD}"
        default: scalar
        }
    }
}

/// The plain text of cues, such as titles of chapters.
///
/// See [WebVTT, cue text tokenizer](https://www.w3.org/TR/webvtt1/#webvtt-cue-text-tokenizer).
enum CueText {
    /// A cue's text without tags, with decoded entities and with spaces for line ends.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "<":
                rest = rest.drop { $0 != ">" }.dropFirst()
            case "&":
                // The longest name, such as `nbsp`, has four characters.
                let name = String(rest.prefix(6).prefix { $0 != ";" })
                if let decoded = entities[name], rest.dropFirst(name.unicodeScalars.count).first == ";" {
                    plain.append(decoded)
                    rest = rest.dropFirst(name.unicodeScalars.count + 1)
                } else {
                    plain.append(scalar)
                }
            case "\n":
                plain.append(" ")
            default:
                plain.append(scalar)
            }
        }
        return String(plain)
    }

    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "lrm": "\u{200E}", "rlm": "\u{200F}", "nbsp": "\u{A0}", "quot": "\"",
    ]
}
