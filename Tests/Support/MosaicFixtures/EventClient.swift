/// A client that listens to `GET /events` and reads the stream incrementally.
package final class EventClient {
    /// An event of the stream.
    package struct Event: Hashable, Sendable {
        package let id: Int?
        package let name: String
        package let data: String
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let client: RawClient
    private var bytes: [UInt8] = []
    private var text: [UInt8] = []
    private var events: [Event] = []
    /// The head of the answer.
    package private(set) var head = ""
    /// The number of the last event, or where the stream began.
    package private(set) var last: Int?
    /// Whether the server has closed the stream.
    package private(set) var hasEnded = false

    /// Connects, and returns when the stream has begun.
    ///
    /// - Parameters:
    ///   - fields: Lines besides `Host`.
    ///   - receiving: Bytes that the system takes in before they are read; nil leaves that to the system.
    package init(port: Int, _ fields: [String] = [], receiving: Int32? = nil) async throws {
        client = try RawClient(port: port, receiving: receiving)
        let lines = ["GET /events HTTP/1.1", "Host: localhost"] + fields
        guard await client.send(lines.map { $0 + "\r\n" }.joined() + "\r\n") else {
            throw Failure(description: "The server has closed.")
        }
        while head.isEmpty {
            let more = try await client.receive()
            guard !more.isEmpty else { throw Failure(description: "No answer.") }
            bytes += more
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            bytes.removeFirst(end.upperBound)
        }
        guard head.hasPrefix("HTTP/1.1 200 ") else { return }
        decode()
        while last == nil, !hasEnded { try await receive() }
    }

    /// The next event; nil where the server has ended the stream.
    ///
    /// - Throws: ``Failure`` where none comes for a minute or two, though comments do.
    package func next() async throws -> Event? {
        let end = ContinuousClock.now + .seconds(60)
        while events.isEmpty {
            guard !hasEnded else { return nil }
            guard ContinuousClock.now < end else { throw Failure(description: "No event.") }
            try await receive()
        }
        return events.removeFirst()
    }

    /// The events up to the first one that is meant, with it.
    package func events(until isMeant: (Event) -> Bool) async throws -> [Event] {
        var found: [Event] = []
        while let event = try await next() {
            found.append(event)
            if isMeant(event) { return found }
        }
        throw Failure(description: "The stream has ended after \(found)")
    }

    /// Reads once, also a comment.
    package func receive() async throws {
        let more = try await client.receive()
        guard !more.isEmpty else { return hasEnded = true }
        bytes += more
        decode()
    }

    /// Takes the chunks apart, and the blocks in them.
    private func decode() {
        while let line = bytes.firstRange(of: Array("\r\n".utf8)),
            let count = Int(String(decoding: bytes[..<line.lowerBound], as: UTF8.self), radix: 16),
            bytes.count >= line.upperBound + count + 2
        {
            text += bytes[line.upperBound..<line.upperBound + count]
            bytes.removeFirst(line.upperBound + count + 2)
            if count == 0 { hasEnded = true }
        }
        while let end = text.firstRange(of: Array("\n\n".utf8)) {
            take(String(decoding: text[..<end.lowerBound], as: UTF8.self))
            text.removeFirst(end.upperBound)
        }
    }

    private func take(_ block: String) {
        var fields: [Substring: String] = [:]
        for line in block.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { continue }
            fields[line[..<colon]] = line[line.index(after: colon)...].trimmingPrefix(" ").description
        }
        if let id = fields["id"].flatMap({ Int($0) }) { last = id }
        guard let data = fields["data"] else { return }
        events.append(Event(id: fields["id"].flatMap { Int($0) }, name: fields["event"] ?? "message", data: data))
    }
}
