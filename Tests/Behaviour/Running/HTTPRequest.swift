import Foundation
import TestSupport
import Testing

/// One request over a separate connection.
struct HTTPRequest {
    var method = "GET"
    let path: String
    /// Fields as `Name: value`.
    var fields: [String] = []
    var body: Data?

    /// Asks a server on this machine.
    func send(to port: Int) throws -> HTTPAnswer {
        var lines = ["\(method) \(path) HTTP/1.1", "Connection: close"] + fields
        if !fields.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: 127.0.0.1:\(port)") }
        if let body { lines.append("Content-Length: \(body.count)") }
        let head = lines.joined(separator: "\r\n") + "\r\n\r\n"
        let socket = try LocalSocket(port: port)
        // A request that is refused is answered before the server has received all of its body.
        var rest = (Array(head.utf8) + (body ?? Data()))[...]
        while !rest.isEmpty, !socket.hasInput, socket.send(Array(rest.prefix(65_536))) { rest = rest.dropFirst(65_536) }
        var bytes = Data()
        while case let part = try socket.receive(), !part.isEmpty {
            bytes += part
            if let answer = HTTPAnswer(bytes, to: method) { return answer }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return try #require(HTTPAnswer(bytes, to: method), "\(method) \(path) had no answer: \(text)")
    }
}

/// The response of a server.
struct HTTPAnswer {
    let status: Int
    /// Fields in the order in which they came, but for the one that says that the connection ends.
    let fields: [(name: String, value: String)]
    let body: Data

    /// Reads an answer; nil where more of it has to come.
    init?(_ bytes: Data, to method: String) {
        guard let end = bytes.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        fields = lines.dropFirst().compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() != "connection" else { return nil }
            return (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
        }
        body = Data(bytes[end.upperBound...])
        // The server tells the length of all that it sends.
        let hasBody = method != "HEAD" && status != 304
        guard body.count == (hasBody ? self["Content-Length"].flatMap { Int($0) } ?? 0 : 0) else { return nil }
    }

    subscript(name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }

    func json() throws -> JSONValue { try JSONValue(parsing: body) }
}
