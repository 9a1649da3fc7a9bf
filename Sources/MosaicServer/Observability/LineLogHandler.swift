import Foundation
package import Logging
import Mosaic

/// Writes each event, with any text, as one line to standard error. Never blocks.
package struct LineLogHandler: LogHandler {
    /// Format of log lines.
    package enum Format: String, Sendable, CaseIterable {
        /// `1994-11-06T08:49:37.250Z info mosaic: request method=GET status=200`; values with spaces or control
        /// characters are JSON strings.
        case text
        /// A JSON object with `time`, `level`, `logger`, `message` and the event's metadata. All values are strings,
        /// except whole numbers.
        case json
    }

    /// Metadata of every event.
    package var metadata: Logger.Metadata = [:]
    /// Provides metadata for every event of the current task.
    package var metadataProvider: Logger.MetadataProvider?
    /// Minimum level of written events.
    package var logLevel = Logger.Level.info

    /// A line without an event.
    private let blank: LogLine
    private let output: LogOutput

    package init(label: String, format: Format) {
        self.init(label: label, format: format, output: .standardError)
    }

    init(label: String, format: Format, output: LogOutput) {
        blank = LogLine(format: format, label: label)
        self.output = output
    }

    /// Waits until all lines of this process are written, at most for `limit`.
    package static func flush(within limit: Duration) async { await LogOutput.standardError.flush(within: limit) }

    /// The metadata of every event, by name.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes an event, with its metadata sorted by name.
    package func log(event: LogEvent) {
        output.write(line(event, time: .now), blank)
    }

    /// Writes a request's line without creating a log event.
    func log(_ request: LoggedRequest) {
        output.write(line(request, time: .now), blank)
    }

    func line(_ event: LogEvent, time: LogTime) -> [UInt8] {
        var line = blank.begun(time: time, level: event.level, message: event.message.description)
        var members = context
        if let error = event.error { members["error"] = "\(error)" }
        if let metadata = event.metadata { members.merge(metadata) { $1 } }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { line.append(name, value) }
        return line.ended()
    }

    func line(_ request: LoggedRequest, time: LogTime) -> [UInt8] {
        var line = blank.begun(time: time, level: LoggedRequest.level, message: LoggedRequest.message)
        request.forEachMember { line.append($0, $1) }
        let context = context
        if context.isEmpty { return line.ended() }
        let own = request.metadata
        for (name, value) in context.sorted(by: { $0.key < $1.key }) where own[name] == nil { line.append(name, value) }
        return line.ended()
    }

    /// The handler's metadata and the metadata of the current task.
    private var context: Logger.Metadata {
        guard let provided = metadataProvider?.get() else { return metadata }
        return metadata.merging(provided) { $1 }
    }
}

/// The time of an event, in milliseconds.
struct LogTime: Hashable, Sendable {
    /// Seconds since 1970, without leap seconds.
    let second: HTTPDate
    /// Milliseconds of the second, 0...999.
    let millisecond: Int

    /// Creates a time. Times outside of the years 1 to 9999 are clamped.
    init(millisecondsSince1970 milliseconds: Int64) {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        second = HTTPDate(secondsSince1970: rest < 0 ? seconds - 1 : seconds)
        millisecond = Int(rest < 0 ? rest + 1_000 : rest)
    }

    static var now: LogTime {
        LogTime(millisecondsSince1970: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
    }

    /// Appends the time as in `1994-11-06T08:49:37.250Z`, which sorts in order of time.
    ///
    /// See [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339).
    func append(to bytes: inout [UInt8]) {
        second.time.append(to: &bytes)
        bytes.append(UInt8(ascii: "."))
        CivilTime.append(millisecond, digits: 3, to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
    }
}
