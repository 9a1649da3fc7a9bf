/// An error in reading a text as WebVTT.
public struct WebVTTError: Error, Hashable, Sendable {
    /// The kind of fault, comparable.
    public struct Code: Hashable, Sendable {
        package enum Kind: Sendable {
            case notWebVTT
        }

        package let kind: Kind

        /// The file does not begin with the WebVTT signature. ``LenientTrack`` throws this only if the file also has no
        /// cue with times.
        public static var notWebVTT: Code { Code(kind: .notWebVTT) }
    }

    /// The kind of fault.
    public let code: Code
    /// The line of the fault, counted from 1.
    public let line: Int
    /// One sentence with the facts involved.
    public let reason: String

    /// The line as text: `line 3`.
    public var subject: String { "line \(line)" }
}

extension WebVTTError: CustomStringConvertible {
    /// Subject and reason in one line.
    public var description: String { "\(subject): \(reason)" }
}

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
