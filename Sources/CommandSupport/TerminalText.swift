/// Foreign text for a terminal.
package enum TerminalText {
    /// The text without control characters and changes of the writing direction.
    package static func harmless(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { steers($0) ? "\u{FFFD}" : $0 }))
    }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Joiners make one emoji or letter of several.
        case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
        default: false
        }
    }

    /// Columns of a terminal that a text takes.
    package static func width(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + width($1) } }

    /// The text if it fits into `width` columns; otherwise its beginning and an ellipsis.
    ///
    /// - Parameter width: Columns, 1 or more.
    package static func cut(_ text: String, to width: Int) -> String {
        guard self.width(text) > width else { return text }
        var (rest, end) = (width - 1, text.startIndex)
        while end < text.endIndex, self.width(text[end]) <= rest {
            rest -= self.width(text[end])
            end = text.index(after: end)
        }
        return text[..<end] + "…"
    }

    private static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// Scripts and pictures that take two columns of a terminal.
    ///
    /// [UAX #11](https://www.unicode.org/reports/tr11/)
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
        0x20000...0x3FFFD,
    ]
}
