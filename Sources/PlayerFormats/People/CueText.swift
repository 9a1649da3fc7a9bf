/// The text of cues that people read, such as titles of chapters.
///
/// [WebVTT, cue text tokenizer](https://www.w3.org/TR/webvtt1/#webvtt-cue-text-tokenizer)
enum CueText {
    /// A cue's text without tags, its entities decoded, its lines joined by spaces.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "<":
                rest = rest.drop { $0 != ">" }.dropFirst()
            case "&":
                // The longest of the names has six characters.
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
