import Foundation
import Mosaic
import MosaicLibrary

/// Prepares untrusted text for a terminal.
package enum TerminalText {
    /// The text with U+FFFD in place of control characters, line separators and format characters, such as marks of the
    /// writing direction. Joiners stay.
    package static func harmless(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { steers($0) ? "\u{FFFD}" : $0 }))
    }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Joiners combine several characters into one emoji or letter.
        case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
        default: false
        }
    }

    /// Number of terminal columns that a text takes.
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

    /// Code points of characters that take two terminal columns.
    ///
    /// [UAX #11](https://www.unicode.org/reports/tr11/)
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
        0x20000...0x3FFFD,
    ]
}

/// Standard error, which receives all output except a command's result.
package enum StandardError {
    /// Prints one line. Replaces control characters, because file names are not trusted.
    package static func print(_ line: String) {
        write(TerminalText.harmless(line) + "\n")
    }

    package static func write(_ text: String) {
        // A failed write to standard error cannot be reported.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    package static var isTerminal: Bool { isatty(2) == 1 }
}

/// Prints results as JSON: one document with its version, keys sorted.
package enum JSONOutput {
    package static func print(_ document: some Encodable) throws { try print(unversioned: VersionedDocument(document)) }

    /// Prints a value whose format is defined elsewhere and has no version.
    package static func print(unversioned value: some Encodable) throws {
        Swift.print(String(decoding: try JSONEncoder.sorted(.prettyPrinted).encode(value), as: UTF8.self))
    }

    /// The document with its version on one line. Each line can be parsed alone, and later versions can append to a
    /// file of lines.
    package static func line(_ document: some Encodable) throws -> [UInt8] {
        Array(try JSONEncoder.sorted().encode(VersionedDocument(document))) + [UInt8(ascii: "\n")]
    }
}

/// The result of a command: sentences for people, keys for scripts.
package protocol Report: Encodable {
    /// Sentences for standard error that `--quiet` does not leave out.
    var failures: [String] { get }
    /// Further sentences for standard error.
    var remarks: [String] { get }
    /// The result in a line or more, for standard output; `nil` prints nothing.
    var summary: String? { get }
}

extension Report {
    package var failures: [String] { [] }
    package var remarks: [String] { [] }

    /// Prints failures, remarks and the summary. `json` replaces the summary by the keys; `quiet` leaves out remarks
    /// and the summary.
    package func print(json: Bool, quiet: Bool = false) throws {
        for line in failures + (quiet ? [] : remarks) { StandardError.print("mosaic: \(line)") }
        if json { return try JSONOutput.print(self) }
        if !quiet, let summary { Swift.print(summary) }
    }
}

/// A number of bytes as people read it.
package struct ByteCount: CustomStringConvertible {
    private let bytes: Int

    package init(_ bytes: Int) { self.bytes = bytes }

    /// `812 B`, `7.9 KiB`, `1.2 GiB`.
    package var description: String {
        guard bytes >= 1_024 else { return "\(bytes) B" }
        var (unit, units) = (1_024, ["KiB", "MiB", "GiB", "TiB"][...])
        while bytes / unit >= 1_024, units.count > 1 {
            unit *= 1_024
            units.removeFirst()
        }
        // Rounded down.
        return "\(bytes / unit).\(bytes % unit * 10 / unit) \(units.first ?? "")"
    }
}

/// A word of a command line, to paste into a shell.
package enum ShellWord {
    /// The word, in single quotes if the shell might interpret it.
    package static func quoted(_ word: String) -> String {
        word.wholeMatch(of: /[A-Za-z0-9_@%+=:,.\/-]+/) == nil ? "'" + word.replacing("'", with: #"'\''"#) + "'" : word
    }
}
