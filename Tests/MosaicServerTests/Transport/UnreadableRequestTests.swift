import Foundation
import Logging
import MosaicFixtures
import NIOHTTP1
import Testing

@testable import MosaicServer

/// Bytes that cannot be parsed as a request.
struct UnreadableRequestTests {
    private static let fine = "GET /health HTTP/1.1\r\nHost: localhost\r\n"
    /// Stands for more than is read of a request's fields.
    private static let long = "~"

    @Test(arguments: [
        (fine + "X: \(long)\r\n\r\n", 431, "too_large"), ("GET /\(long) HTTP/1.1\r\n", 431, "too_large"),
        (fine + "Host: other\r\n\r\n", 400, "invalid_request"), ("NONSENSE\r\n\r\n", 400, "invalid_request"),
        (fine + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "invalid_request"),
    ])
    func `it is refused as every error is, behind what came before`(
        request: String, status: Int, code: String
    ) async throws {
        try await LiveServer.run(ServedLibrary(chapters: 1)) { port in
            for before in ["", Self.fine + "\r\n"] {
                let connection = try RawConnection(port: port)
                try connection.send(
                    before + request.replacing(Self.long, with: String(repeating: "a", count: 20_000)))
                let text = String(decoding: try await connection.readToEnd(), as: UTF8.self)
                let answers = text.components(separatedBy: "HTTP/1.1 ")
                try #require(answers.count == (before.isEmpty ? 2 : 3), "\(text)")
                let last = try #require(answers.last)
                #expect(last.hasPrefix("\(status) ") && last.contains("\r\nX-Request-ID: "))
                #expect(last.contains("\r\nConnection: close\r\n"))
                let body = try #require(last.components(separatedBy: "\r\n\r\n").last)
                let json = try JSONDecoder().decode([String: [String: String]].self, from: Data(body.utf8))
                #expect(json["error"]?["code"] == code)
                #expect(last.contains("\r\nContent-Length: \(body.utf8.count)\r\n"))
            }
        }
    }

    @Test func `a body that cannot be read is answered once`() async throws {
        try await LiveServer.run(ServedLibrary(chapters: 1)) { port in
            let connection = try RawConnection(port: port)
            try connection.send(
                "PUT /storyboards/new HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n")
            let text = String(decoding: try await connection.readToEnd(), as: UTF8.self)
            #expect(!text.contains("The request cannot be read."))
        }
    }

    @Test func `the log line holds the request id of the response`() async throws {
        let pipe = LogPipe()
        let log = RequestLog(Logger(label: "test") { LineLogHandler(label: $0, format: .text, output: pipe.output) })
        let answer = UnreadableRequest(.headerOverflow).answer(log)
        let number = try #require(answer.head.headers["X-Request-ID"].first)
        let line = String(decoding: pipe.read(), as: UTF8.self)
        #expect(line.contains("status=431") && line.contains("request_id=\(number)"))
    }
}
