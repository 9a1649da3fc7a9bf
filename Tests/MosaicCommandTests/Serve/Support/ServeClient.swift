import Foundation

/// A client that asks one thing after the other, over one connection for as long as the server keeps it.
final class ServeClient {
    private let port: Int
    private var connection: ServeConnection?

    init(port: Int) { self.port = port }

    func get(_ path: String, _ fields: [String] = []) throws -> ServeAnswer { try ask("GET", path, fields) }

    func submit(_ id: String, _ json: String) throws -> ServeAnswer {
        try ask("PUT", "/storyboards/\(id)", ["Content-Type: application/json"], Array(json.utf8))
    }

    func upload(_ name: String, of id: String, _ bytes: [UInt8]) throws -> ServeAnswer {
        try ask("PUT", "/storyboards/\(id)/screenshots/\(name)", ["Content-Type: image/jpeg"], bytes)
    }

    func delete(_ path: String) throws -> ServeAnswer { try ask("DELETE", path, []) }

    func ask(_ method: String, _ path: String, _ fields: [String], _ body: [UInt8]? = nil) throws -> ServeAnswer {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        for field in fields { head += field + "\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        let request = Array((head + "\r\n").utf8) + (body ?? [])
        let isKept = connection != nil
        if let answer = try answer(to: request, method) { return answer }
        // A server may hang up on a connection that it has kept for a while, and on no other.
        connection = nil
        guard isKept, let answer = try answer(to: request, method) else {
            throw ServeConnection.Failure(reason: "\(method) \(path) was not answered")
        }
        return answer
    }

    private func answer(to request: [UInt8], _ method: String) throws -> ServeAnswer? {
        let connection = try connection ?? ServeConnection(port: port)
        self.connection = connection
        guard connection.send(request), let answer = try connection.answer(hasBody: method != "HEAD") else {
            return nil
        }
        if answer.fields["connection"]?.lowercased() == "close" { self.connection = nil }
        return answer
    }
}
