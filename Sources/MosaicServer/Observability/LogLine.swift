import Logging
import Mosaic

/// One event as a line: for any values, the only line break is at its end.
struct LogLine: Sendable {
    let format: LineLogHandler.Format
    let label: String
    private(set) var bytes: [UInt8] = []

    /// The line that reports dropped lines.
    func reporting(dropped count: Int) -> [UInt8] {
        let message = "Log lines were dropped because the log's output did not take them."
        var line = begun(time: .now, level: .warning, message: message)
        line.append("lines", .stringConvertible(count))
        return line.ended()
    }

    /// The same logger's line of an event, to which metadata is added.
    func begun(time: LogTime, level: Logger.Level, message: String) -> LogLine {
        var line = LogLine(format: format, label: label)
        // About the length of a request's line, so that the line is not reallocated while it grows.
        line.bytes.reserveCapacity(384)
        switch format {
        case .text:
            time.append(to: &line.bytes)
            line.write(" \(level.rawValue) ")
            line.append(label)
            line.write(": ")
            line.append(message, spaces: true)
        case .json:
            line.write("{\"time\":\"")
            time.append(to: &line.bytes)
            line.write("\",\"level\":\"\(level.rawValue)\",\"logger\":")
            line.appendQuoted(label)
            line.write(",\"message\":")
            line.appendQuoted(message)
        }
        return line
    }

    /// Adds metadata. In JSON, a whole number stays a number.
    mutating func append(_ name: String, _ value: Logger.Metadata.Value) {
        let text = value.description
        switch format {
        case .text:
            write(" ")
            append(name)
            write("=")
            append(text, equals: true)
        case .json:
            // Every line begins with these names, and each name must occur only once.
            if name == "time" || name == "level" || name == "logger" || name == "message" { return }
            write(",")
            appendQuoted(name)
            write(":")
            if case .stringConvertible(let number) = value, number is any BinaryInteger { return write(text) }
            appendQuoted(text)
        }
    }

    consuming func ended() -> [UInt8] {
        write(format == .json ? "}\n" : "\n")
        return bytes
    }

    private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

/// Text that cannot end the line or look like another field.
extension LogLine {
    /// Appends text as a JSON string, without control characters and changes of the writing direction.
    ///
    /// See [RFC 8259, section 7](https://www.rfc-editor.org/rfc/rfc8259#section-7).
    mutating func appendQuoted(_ text: String) {
        write("\"")
        if !append(text, where: { (0x20...0x7E).contains($0) && !Self.isQuoting($0) }) {
            for scalar in text.unicodeScalars { append(scalar) }
        }
        write("\"")
    }

    /// Appends text, quoted if its end would be ambiguous.
    ///
    /// - Parameters:
    ///   - spaces: Whether text without quotes may contain spaces or be empty.
    ///   - equals: Whether text without quotes may contain equals signs.
    mutating func append(_ text: String, spaces: Bool = false, equals: Bool = false) {
        let isPlain = append(text) {
            (spaces ? 0x20...0x7E : 0x21...0x7E).contains($0) && !Self.isQuoting($0)
                && (equals || $0 != UInt8(ascii: "="))
        }
        if !isPlain || text.isEmpty && !spaces { appendQuoted(text) }
    }

    /// Appends text if all of its bytes are plain; otherwise appends nothing and returns `false`.
    private mutating func append(_ text: String, where isPlain: (UInt8) -> Bool) -> Bool {
        let begin = bytes.count
        write(text)
        // Scanning an array's bytes is faster than scanning a string's.
        if bytes[begin...].allSatisfy(isPlain) { return true }
        bytes.removeSubrange(begin...)
        return false
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"", "\\": write("\\\(scalar)")
        case "\n": write("\\n")
        case "\r": write("\\r")
        case "\t": write("\\t")
        case _ where Self.steers(scalar):
            for unit in String(scalar).utf16 { write("\\u" + Hexadecimal.text(of: unit)) }
        default: write(String(scalar))
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
