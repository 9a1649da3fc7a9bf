import Foundation
import MosaicFixtures
import Testing

/// `mosaic serve` as a separate process, which reads the screenshots of a bucket, writes all of its log and accepts
/// writes with a token.
final class BucketServer {
    struct Answer {
        let status: Int
        let body: [UInt8]
    }

    /// Below this URL everybody would read the screenshots.
    static let screenshotsURL = "https://s3.travel-tube.example/chapter-screenshots/"

    let token = "TOKEN-\(UUID().uuidString)"
    private let port: Int
    private let tool: BuiltTool
    private let folder = TemporaryFolder()

    /// Returns when it serves.
    ///
    /// - Parameters:
    ///   - secret: Another one than the server's.
    ///   - root: What holds a folder for each id.
    init(_ server: RealServer, secret: String? = nil, root: String) async throws {
        tool = try BuiltTool(
            [
                "serve", "--library", folder.path("library"), "--port", "0", "--log-level", "debug",
                "--screenshots", root, "--screenshots-url", Self.screenshotsURL,
            ], in: folder, output: "output", errors: "log",
            environment: [
                "AWS_ACCESS_KEY_ID": server.keyID, "AWS_SECRET_ACCESS_KEY": secret ?? server.secret,
                "AWS_ENDPOINT_URL_S3": server.url, "MOSAIC_AUTH_TOKEN": token,
            ])
        while true {
            let said = String(decoding: try folder.read("log"), as: UTF8.self)
            if let match = said.firstMatch(of: /Serving http:\/\/[^ ]*:(\d+)/), let port = Int(match.1) {
                self.port = port
                return
            }
            try #require(tool.isRunning, "\(said)")
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    deinit { if tool.isRunning { tool.kill() } }

    /// Tells it to stop and waits; the exit status.
    func stop() -> Int32? {
        tool.send(SIGTERM)
        return tool.wait()
    }

    /// All that it has written, by name: its log and the files of its library.
    var written: [String: String] {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.reduce(into: [:]) { files, name in
            guard let bytes = FileManager.default.contents(atPath: folder.path(name)) else { return }
            files[name] = String(decoding: bytes, as: UTF8.self)
        }
    }

    func get(_ path: String) async throws -> Answer { try await ask("GET", path) }

    func submit(_ id: String, _ json: String) async throws -> Int {
        try await ask("PUT", "/storyboards/\(id)", json, authorization: "Bearer " + token).status
    }

    /// Tells of an event; how many jobs it woke.
    ///
    /// - Parameter authorization: As S3's senders write the token, or as MinIO does.
    func notify(_ json: String, authorization: String) async throws -> Double? {
        let answer = try await ask("POST", "/events/s3", json, authorization: authorization)
        #expect(answer.status == 200)
        return try JSONValue(answer.body)["woken"]?.number
    }

    private func ask(
        _ method: String, _ path: String, _ json: String? = nil, authorization: String? = nil
    ) async throws -> Answer {
        let client = try RawClient(port: port)
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        if let authorization { head += "Authorization: \(authorization)\r\n" }
        if let json { head += "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n" }
        try #require(await client.send(head + "\r\n" + (json ?? "")))
        var bytes: [UInt8] = []
        while case let more = try await client.receive(), !more.isEmpty { bytes += more }
        let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)), "\(method) \(path) was not answered")
        let status = try #require(Int(String(decoding: bytes.prefix(12).suffix(3), as: UTF8.self)))
        return Answer(status: status, body: Array(bytes[end.upperBound...]))
    }
}
