extension PreviewPage {
    /// Text for an element's content or a quoted attribute.
    ///
    /// Control characters become U+FFFD: HTML cannot hold NUL, and a terminal that prints the page would obey ESC.
    package static func escapedForHTML(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A JSON string, quotes included, that may stand inside a `script` element.
    ///
    /// The HTML parser looks for `</script` and `<!--` before any script is read, so every `<` is written as an escape;
    /// U+2028 and U+2029 end a line in JavaScript's older grammar.
    /// Source: [HTML, restrictions for contents of script elements](
    /// https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements).
    static func quotedForScript(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "<", ">", "&", "\u{2028}", "\u{2029}", "\0"..."\u{1F}", "\u{7F}":
                quoted += "\\u" + Hexadecimal.text(of: UInt16(truncatingIfNeeded: scalar.value))
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
