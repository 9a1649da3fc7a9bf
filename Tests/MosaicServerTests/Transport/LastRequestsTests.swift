import Foundation
import MosaicFixtures
import Testing

@testable import MosaicServer

/// Requests that end a connection, answered from memory and by the router.
struct LastRequestsTests {
    private static let paths = ["/storyboards/film/thumbnails.vtt", "/health"]

    @Test(arguments: [
        ("1.0", []), ("1.1", ["Connection: Close"]), ("1.1", ["Connection: close, TE", "TE: trailers"]),
        ("1.1", ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"]),
        ("1.1", ["Connection: upgrade", "Upgrade: websocket"]),
    ])
    func `the answer to a last request ends the connection`(version: String, fields: [String]) async throws {
        try await LiveServer.run(ServedLibrary()) { port in
            for path in Self.paths {
                let first = "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
                let lines = ["GET \(path) HTTP/\(version)", "Host: localhost"] + fields
                let last = lines.map { $0 + "\r\n" }.joined() + "\r\n"
                let connection = try RawConnection(port: port)
                try connection.send(first + last + first)
                // A server that goes on reading and waiting fails this by its silence.
                let text = String(decoding: try await connection.readToEnd(), as: UTF8.self)
                #expect(text.components(separatedBy: "HTTP/1.1 200 OK\r\n").count == 3, "two answers")
                #expect(text.components(separatedBy: "\r\nConnection: close\r\n").count == 2, "one of them the last")
            }
        }
    }

    @Test func `keeps a connection open for HTTP 1 0 keep-alive and for other connection options`() async throws {
        try await LiveServer.run(ServedLibrary()) { port in
            for head in ["HTTP/1.0\r\nConnection: keep-alive\r\n", "HTTP/1.1\r\nConnection: TE\r\nTE: trailers\r\n"] {
                let connection = try RawConnection(port: port)
                for _ in 0..<2 {
                    try connection.send("HEAD /health \(head)Host: localhost\r\n\r\n")
                    let answer = try await connection.read { $0.suffix(4).elementsEqual("\r\n\r\n".utf8) }
                    #expect(answer.starts(with: "HTTP/1.1 200 OK".utf8))
                }
            }
        }
    }

    @Test func `reads no bytes after a request for a protocol upgrade`() async throws {
        try await LiveServer.run(ServedLibrary()) {
            $0.idleTimeout = 2
        } _: { port in
            for path in Self.paths {
                let connection = try RawClient(port: port, receiving: 8_192)
                let wish = "Host: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n"
                #expect(await connection.send("GET \(path) HTTP/1.1\r\n\(wish)\r\n"))
                // More than the system holds for a server that does not read.
                let piece = [UInt8](repeating: 7, count: 1 << 20)
                var sent = 0
                while sent < 64, await connection.send(piece) { sent += 1 }
                #expect(sent < 64)
            }
            #expect(try await RawClient(port: port).send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        }
    }

    @Test(.enabled(if: InstalledTool.curl.path != nil, "curl is not installed"))
    func `a client that would like HTTP 2 has all its answers in HTTP 1 1`() async throws {
        let served = try await ServedLibrary()
        try await LiveServer.run(served) { port in
            let urls = Self.paths.flatMap { ["-o", "/dev/null", "http://127.0.0.1:\(port)\($0)"] }
            let outcome = try await LiveServer.curl(
                ["--http2", "--max-time", "20", "-w", "%{http_version} %{http_code} %{num_connects}\n"] + urls + urls)
            #expect(outcome.lines == Array(repeating: "1.1 200 1", count: 4))
        }
    }

    @Test func `a chunked body of HTTP 1 0 is refused`() async throws {
        try await LiveServer.run(ServedLibrary()) { port in
            let connection = try RawConnection(port: port)
            let head = "POST /health HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n"
            try connection.send(head + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
            let text = String(decoding: try await connection.readToEnd(), as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 400 "))
        }
    }
}
