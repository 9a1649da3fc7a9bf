import Logging
import Mosaic

/// One event as a line. For all values, the only line break is at the end.
struct LogLine {
    /// The format and label of all lines of one logger.
    struct Style: Sendable {
        let format: LineLogHandler.Format
        let label: String

        /// The line that reports dropped lines.
        func line(dropped count: Int) -> [UInt8] {
            var line = LogLine(
                self, time: .now, level: .warning,
                message: "Log lines were dropped because the log's output did not take them.")
            line.append("lines", number: count)
            return line.ended()
        }
    }

    private let format: LineLogHandler.Format
    private var bytes: [UInt8] = []

    init(_ style: Style, time: LogTime, level: Logger.Level, message: String) {
        let label = style.label
        format = style.format
        // About the length of a request's line, so that the array is not reallocated while the line grows.
        bytes.reserveCapacity(384)
        switch format {
        case .text:
            time.append(to: &bytes)
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: level.rawValue.utf8)
            bytes.append(UInt8(ascii: " "))
            LogText.append(label, to: &bytes)
            bytes.append(contentsOf: ": ".utf8)
            LogText.append(message, to: &bytes, spaces: true)
        case .json:
            bytes.append(contentsOf: "{\"time\":\"".utf8)
            time.append(to: &bytes)
            bytes.append(contentsOf: "\",\"level\":\"".utf8)
            bytes.append(contentsOf: level.rawValue.utf8)
            bytes.append(contentsOf: "\",\"logger\":".utf8)
            LogText.appendQuoted(label, to: &bytes)
            bytes.append(contentsOf: ",\"message\":".utf8)
            LogText.appendQuoted(message, to: &bytes)
        }
    }

    mutating func append(_ name: String, _ value: String) {
        switch format {
        case .text:
            bytes.append(UInt8(ascii: " "))
            LogText.append(name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            LogText.append(value, to: &bytes, equals: true)
        case .json:
            if Self.begins(with: name) { return }
            appendName(name)
            LogText.appendQuoted(value, to: &bytes)
        }
    }

    /// Adds a number, which is not quoted in JSON.
    mutating func append(_ name: String, number: some BinaryInteger) {
        switch format {
        case .text: append(name, String(number))
        case .json:
            if Self.begins(with: name) { return }
            appendName(name)
            bytes.append(contentsOf: String(number).utf8)
        }
    }

    /// Whether every line begins with a member of this name. A name may occur only once.
    private static func begins(with name: String) -> Bool {
        name == "time" || name == "level" || name == "logger" || name == "message"
    }

    private mutating func appendName(_ name: String) {
        bytes.append(UInt8(ascii: ","))
        LogText.appendQuoted(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    consuming func ended() -> [UInt8] {
        if format == .json { bytes.append(UInt8(ascii: "}")) }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

/// Appends text to a line so that the text cannot end the line or appear as another field.
enum LogText {
    /// Appends text as a JSON string. Control characters and characters that change the writing direction are escaped.
    ///
    /// See [RFC 8259, section 7](https://www.rfc-editor.org/rfc/rfc8259#section-7).
    static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if !append(text, to: &bytes, where: { (0x20...0x7E).contains($0) && !isQuoting($0) }) {
            for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends text, quoted if its end would be ambiguous.
    ///
    /// - Parameters:
    ///   - spaces: Whether unquoted text may contain spaces or be empty.
    ///   - equals: Whether unquoted text may contain equals signs.
    static func append(_ text: String, to bytes: inout [UInt8], spaces: Bool = false, equals: Bool = false) {
        let isPlain = append(text, to: &bytes) {
            (spaces ? 0x20...0x7E : 0x21...0x7E).contains($0) && !isQuoting($0)
                && (equals || $0 != UInt8(ascii: "="))
        }
        if !isPlain || text.isEmpty && !spaces { appendQuoted(text, to: &bytes) }
    }

    /// Appends text if all of its bytes are plain; otherwise appends nothing and returns `false`.
    private static func append(_ text: String, to bytes: inout [UInt8], where isPlain: (UInt8) -> Bool) -> Bool {
        let begin = bytes.count
        bytes.append(contentsOf: text.utf8)
        // Scanning an array's bytes is faster than scanning a string's.
        if bytes[begin...].allSatisfy(isPlain) { return true }
        bytes.removeSubrange(begin...)
        return false
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar {
        case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
        case "\n": bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case "\r": bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
        case "\t": bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
        case _ where steers(scalar):
            for unit in String(scalar).utf16 {
                bytes += ("\\u" + Hexadecimal.text(of: unit)).utf8
            }
        default: bytes.append(contentsOf: String(scalar).utf8)
        }
    }

    private static func isQuoting(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
