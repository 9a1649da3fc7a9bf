import Foundation
import MosaicFixtures
import Testing

/// Videos of a server, as players and careless clients ask for them.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeVideoTests {
    private static let token = "s3cret-token-of-this-test"
    private static let path = "/api/v1/downloads/stream/john/tiktok/film%20one.mp4"
    /// No two chunks of it are the same.
    private static let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

    private let folder = TemporaryFolder()

    init() throws {
        try folder.makeFolder("videos/john/tiktok")
        try folder.write(Self.bytes, to: "videos/john/tiktok/film one.mp4")
    }

    private func serve(_ options: String...) async throws -> ServeProcess {
        let own = ["--library", folder.path("library"), "--video-root", folder.path("videos"), "--log-level", "info"]
        return try await ServeProcess(own + options, in: folder)
    }

    /// AVPlayer asks for two bytes, then for the whole in large parts over the same connection, and jumps to the end for
    /// the index of a file that has it there.
    @Test func `a player's requests are answered part by part over one connection`() async throws {
        let server = try await serve("--auth-token", Self.token)
        let connection = try ServeConnection(port: server.port)
        func part(_ range: String) throws -> ServeAnswer {
            connection.send(
                """
                GET \(Self.path)?token=\(Self.token) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nRange: bytes=\(range)\r
                X-Playback-Session-Id: 1\r\nAccept: */*\r\nAccept-Encoding: identity\r\nConnection: keep-alive\r\n\r\n
                """)
            return try #require(try connection.answer())
        }
        let total = Self.bytes.count
        for range in [0..<2, 0..<total, 65_536..<2_065_536, total - 1_000..<total] {
            let answer = try part("\(range.lowerBound)-\(range.upperBound - 1)")
            #expect(answer.status == 206 && answer.body == Array(Self.bytes[range]))
            #expect(answer.fields["content-range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)")
            #expect(answer.fields["content-type"] == "video/mp4" && answer.fields["accept-ranges"] == "bytes")
            #expect(answer.fields["connection"] != "close")
        }
        #expect(try part("-5").body == Array(Self.bytes.suffix(5)))
        #expect(try part("\(total)-").status == 416)
        #expect(server.stop() == 0)
    }

    @Test func `no log has a token, however it is written in a URL`() async throws {
        let server = try await serve("--auth-token", Self.token)
        let client = ServeClient(port: server.port)
        let escaped = Self.token.utf8.map { "%" + String($0, radix: 16) }.joined()
        for (query, status) in [
            ("?token=\(Self.token)", 200), ("?%74oken=\(Self.token)", 200), ("?x=1&token=\(Self.token)", 200),
            ("?token=\(escaped)", 200), ("?token=\(Self.token)x", 401), ("?TOKEN=\(Self.token)", 401),
            ("?token=\(Self.token)&token=\(Self.token)", 401), ("%3Ftoken=\(Self.token)", 401),
            (";token=\(Self.token)", 401),
        ] {
            #expect(try client.get(Self.path + query).status == status, "\(query)")
        }
        #expect(try client.get("/api/v1/downloads/queue?token=\(Self.token)").status == 401)
        #expect(server.stop() == 0)
        let said = server.said
        #expect(said.split(separator: "\n").filter { $0.contains("target=") }.count == 10)
        #expect(!said.contains("s3cret") && !said.contains(escaped) && said.contains("token=..."))
    }

    @Test func `a request's trace is in its line`() async throws {
        let server = try await serve("--open-downloads", "--log-format", "json")
        let client = ServeClient(port: server.port)
        let trace = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7")
        _ = try client.get(Self.path, ["traceparent: 00-\(trace.0)-\(trace.1)-01"])
        _ = try client.get(Self.path, ["traceparent: 00-\(trace.0)-\(trace.1)"])
        #expect(server.stop() == 0)
        let lines = try server.said.split(separator: "\n").filter { $0.contains("stream") }.map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
        #expect(lines.count == 2)
        #expect(lines.first??["trace_id"] as? String == trace.0 && lines.first??["span_id"] as? String == trace.1)
        #expect(lines.last?.map { $0["trace_id"] == nil } == true)
    }

    @Test func `many clients that stop reading a large video hold no more of it than may be on its way`() async throws {
        let large = try folder.write([], to: "videos/john/tiktok/large.mp4")
        // A file of one GiB that takes no room on the disk.
        #expect(truncate(large, 1 << 30) == 0)
        let server = try await serve("--open-downloads", "--in-flight", "16")
        let clients = try (0..<24).map { _ in try RawClient(port: server.port, receiving: 8_192) }
        for client in clients {
            let path = "/api/v1/downloads/stream/john/tiktok/large.mp4"
            #expect(await client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            #expect(try await !client.receive(upTo: 1_000).isEmpty)
        }
        // Others are served meanwhile.
        let answer = try ServeClient(port: server.port).get(Self.path)
        #expect(answer.status == 200 && answer.body == Self.bytes)
        if let peak = server.peakResidentBytes { #expect(peak < 512 << 20) }
        _ = clients.count
        server.beginStop()
    }
}
