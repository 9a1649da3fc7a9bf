import Foundation
import Mosaic
import Seeded
import Testing

@testable import MosaicServer

/// The same requests to two servers over one library, with and without responses in front of the router. Their
/// responses are equal byte for byte.
struct HotAnswersLiveTests {
    /// Ends a connection, so that everything before it has been answered.
    private static let last = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    @Test func `every request has the same answer with hot answers and without`() async throws {
        try await Self.compare { served, hot, cold in
            let storyboard = try await served.storyboard()
            let tile = try await Self.tile(hot)
            for row in HotAnswersCase.all {
                let path = row.path(in: storyboard, tile: tile)
                // In memory of both when the request comes.
                let before = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                let warm = try await Self.exchange(hot, before)
                _ = try await Self.exchange(cold, before)
                let tag = String(decoding: warm.prefix(1_000), as: UTF8.self).split(separator: "\r\n")
                    .first { $0.hasPrefix("ETag: ") }?.dropFirst(6)
                let text = row.text(path, tag: tag.map(String.init) ?? "\"none\"") + Self.last
                let answers = (try await Self.exchange(hot, text), try await Self.exchange(cold, text))
                #expect(!answers.0.isEmpty && answers.0 == answers.1, "\(row)")
            }
        }
    }

    @Test func `requests that come all at once are answered in their order`() async throws {
        try await Self.compare { served, hot, cold in
            let storyboard = try await served.storyboard()
            let tile = try await Self.tile(hot)
            var random = SeededGenerator(seed: 6)
            for _ in 0..<20 {
                let rows = HotAnswersCase.all.filter {
                    $0.body.isEmpty && !$0.fields.contains { $0.contains("lose") || $0.contains("Upgrade") }
                }
                .filter { $0.version == "1.1" && $0.method != "get" && !$0.host.isEmpty }.shuffled(using: &random)
                let text = rows.prefix(30).map { $0.text($0.path(in: storyboard, tile: tile), tag: "\"x\"") }.joined()
                let answers = (
                    try await Self.exchange(hot, text + Self.last), try await Self.exchange(cold, text + Self.last)
                )
                #expect(answers.0.count > 1_000 && answers.0 == answers.1, "\(text)")
            }
        }
    }

    @Test func `a request that comes in pieces is answered as if it came whole`() async throws {
        try await Self.compare { _, hot, cold in
            let text = "GET /storyboards/film/thumbnails.vtt HTTP/1.1\r\nHost: localhost\r\n\r\n" + Self.last
            let whole = try await Self.exchange(cold, text)
            for split in [1, 3, 20, 46, 64, 66, 70] {
                let connection = try RawConnection(port: hot)
                try connection.send(String(text.prefix(split)))
                try await Task.sleep(for: .milliseconds(20))
                try connection.send(String(text.dropFirst(split)))
                #expect(try await Self.normalized(connection.readToEnd()) == whole)
            }
        }
    }

    @Test func `requests with and without bodies that come in any pieces have the same answers`() async throws {
        try await Self.compare { _, hot, cold in
            let texts = [
                "GET /storyboards/film/thumbnails.vtt HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "HEAD /storyboards/film/mosaic.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /storyboards/film/tile?t=400 HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-3\r\n\r\n",
                "GET /storyboards/film/mosaic.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\nab\r\n\r\n\r\n",
                "POST /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "4\r\n\r\n\r\n\r\n3\r\nGET\r\n0\r\n\r\n",
                "DELETE /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n\r\n\r\n",
            ]
            var random = SeededGenerator(seed: 20)
            for _ in 0..<12 {
                let text = (0..<12).map { _ in texts.randomElement(using: &random) ?? "" }.joined() + Self.last
                let whole = try await Self.exchange(cold, text)
                let connection = try RawConnection(port: hot)
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    let piece = rest.prefix(Int.random(in: 1...120, using: &random))
                    rest = rest.dropFirst(piece.count)
                    try connection.send(String(decoding: piece, as: UTF8.self))
                    if Bool.random(using: &random) { try await Task.sleep(for: .milliseconds(3)) }
                }
                let answers = try await Self.normalized(connection.readToEnd())
                #expect(answers == whole && whole.count > 1_000, "\(text)")
            }
        }
    }

    @Test func `requests keep a connection from being idle`() async throws {
        let served = try await ServedLibrary()
        try await LiveServer.run(served) {
            // Longer than this machine may be busy with other tests.
            $0.idleTimeout = 4
        } _: { port in
            let connection = try RawConnection(port: port)
            let text = "HEAD /storyboards/film/thumbnails.vtt HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for _ in 0..<10 {
                try connection.send(text)
                let answer = try await connection.read { $0.suffix(4).elementsEqual("\r\n\r\n".utf8) }
                #expect(answer.starts(with: "HTTP/1.1 200 OK".utf8))
                try await Task.sleep(for: .milliseconds(500))
            }
            #expect(try await connection.readToEnd().isEmpty)
        }
    }

    @Test func `both are counted in the same way`() async throws {
        try await Self.compare { served, hot, cold in
            let path = "GET /storyboards/film/thumbnails.vtt HTTP/1.1\r\nHost: localhost\r\n\r\n"
            var counts: [[Substring]] = []
            for port in [hot, cold] {
                let connection = try RawConnection(port: port)
                for _ in 0..<20 {
                    try connection.send(path)
                    _ = try await connection.read { $0.count > 400 }
                }
                let metrics = try await Self.exchange(
                    port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                counts.append(
                    String(decoding: metrics, as: UTF8.self).split(separator: "\n").filter {
                        $0.hasPrefix("mosaic_http_request_duration_seconds_count{")
                    })
            }
            #expect(
                counts[0] == counts[1] && counts[0].contains { $0.contains("thumbnails.vtt") && $0.hasSuffix(" 20") })
        }
    }

    /// Runs both servers over one library.
    private static func compare(_ test: @escaping @Sendable (ServedLibrary, Int, Int) async throws -> Void) async throws
    {
        let served = try await ServedLibrary()
        try await LiveServer.run(served) { hot in
            try await LiveServer.run(served) {
                $0.hotAnswers = false
            } _: { cold in
                try await test(served, hot, cold)
            }
        }
    }

    /// The target of the tile at 400 s.
    private static func tile(_ port: Int) async throws -> String {
        let answer = try await exchange(
            port, "GET /storyboards/film/tile?t=400 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let text = String(decoding: answer, as: UTF8.self)
        let path = text.split(separator: "\"tile\":\"").last?.prefix { $0 != "\"" }
        return try String(#require(path))
    }

    /// Sends some text and reads until the server closes; removes values that differ in every response.
    private static func exchange(_ port: Int, _ text: String) async throws -> [UInt8] {
        let connection = try RawConnection(port: port)
        try connection.send(text)
        return normalized(try await connection.readToEnd())
    }

    private static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        var data = Data(bytes)
        for (name, length) in [("\r\nDate: ", 29), ("\r\nX-Request-ID: ", 16)] {
            var place = data.startIndex
            while let found = data.range(of: Data(name.utf8), in: place..<data.endIndex) {
                place = min(found.upperBound + length, data.endIndex)
                data.replaceSubrange(
                    found.upperBound..<place, with: repeatElement(UInt8(ascii: "-"), count: place - found.upperBound))
            }
        }
        return Array(data)
    }
}
