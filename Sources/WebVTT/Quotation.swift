extension StringProtocol {
    /// The text in quotation marks for a message: on one line, without control characters, at most 80 characters.
    ///
    /// Tracks are foreign text, and messages are shown on terminals.
    package var quoted: String {
        var text = ""
        for scalar in unicodeScalars.prefix(80) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
                text.unicodeScalars.append("\u{FFFD}")
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "\"\(text)\(unicodeScalars.dropFirst(80).isEmpty ? "" : "…")\""
    }
}
