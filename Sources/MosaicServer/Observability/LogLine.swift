import Logging

/// One event as a line: for any values, the only line break is at its end.
struct LogLine {
    /// The beginning that all lines of one logger share.
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

    /// Begins a line with what every event has.
    init(_ style: Style, time: LogTime, level: Logger.Level, message: String) {
        let label = style.label
        format = style.format
        // About the length of a request's line, so that the line is not reallocated while it grows.
        bytes.reserveCapacity(384)
        switch format {
        case .text:
            time.append(to: &bytes)
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: level.rawValue.utf8)
            bytes.append(UInt8(ascii: " "))
            LogText.appendName(label, to: &bytes)
            bytes.append(contentsOf: ": ".utf8)
            LogText.appendSentence(message, to: &bytes)
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

    /// Says more of the event.
    mutating func append(_ name: String, _ value: String) {
        switch format {
        case .text:
            bytes.append(UInt8(ascii: " "))
            LogText.appendName(name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            LogText.appendValue(value, to: &bytes)
        case .json:
            if Self.begins(with: name) { return }
            appendName(name)
            LogText.appendQuoted(value, to: &bytes)
        }
    }

    /// Adds a number, which is one in JSON, too.
    mutating func append(_ name: String, number: some BinaryInteger) {
        switch format {
        case .text: append(name, String(number))
        case .json:
            if Self.begins(with: name) { return }
            appendName(name)
            bytes.append(contentsOf: String(number).utf8)
        }
    }

    /// Lines begin with these names, and a name occurs once.
    private static func begins(with name: String) -> Bool {
        name == "time" || name == "level" || name == "logger" || name == "message"
    }

    private mutating func appendName(_ name: String) {
        bytes.append(UInt8(ascii: ","))
        LogText.appendQuoted(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    /// The whole line.
    consuming func ended() -> [UInt8] {
        if format == .json { bytes.append(UInt8(ascii: "}")) }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}
