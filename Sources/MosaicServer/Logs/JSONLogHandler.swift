import Foundation
public import Logging

/// Writes each event as one line of JSON to standard error.
public struct JSONLogHandler: LogHandler {
    /// What goes with every event.
    public var metadata: Logger.Metadata = [:]
    /// The least of what is written.
    public var logLevel = Logger.Level.info

    private let label: String

    /// Makes a handler for one logger.
    public init(label: String) { self.label = label }

    /// What goes with every event, by its name.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes an event.
    public func log(event: LogEvent) {
        let line = Self.line(
            label: label, level: event.level, message: event.message.description,
            metadata: metadata.merging(event.metadata ?? [:]) { $1 }, time: Date())
        // A closed standard error leaves nobody to tell.
        try? FileHandle.standardError.write(contentsOf: Data(line))
    }

    /// One event as a line, its members in the order of their names.
    static func line(
        label: String, level: Logger.Level, message: String, metadata: Logger.Metadata, time: Date
    ) -> [UInt8] {
        var members = metadata.mapValues(\.description)
        members["time"] = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        members["level"] = level.rawValue
        members["logger"] = label
        members["message"] = message
        return JSONBody.bytes(of: members) + [UInt8(ascii: "\n")]
    }
}
