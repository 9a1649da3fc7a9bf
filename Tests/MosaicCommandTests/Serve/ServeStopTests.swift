import Foundation
import MosaicFixtures
import Testing

/// A server that is stopped during a request.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeStopTests {
    private static let picture = ServedLibrary.picture(1)
    private static let path = "/storyboards/film/screenshots/ch1_4s.jpg"

    private let folder = TemporaryFolder()

    private func serve() async throws -> ServeProcess {
        try await ServeProcess(["--library", folder.path("library"), "--jobs", "0", "--grace", "60"], in: folder)
    }

    /// Tells it to stop, and waits until it takes no connections any more.
    private func stop(_ server: ServeProcess) async throws {
        server.beginStop()
        while (try? RawClient(port: server.port)) != nil { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test func `an answer under way says that the connection ends with it`() async throws {
        let server = try await serve()
        let client = try RawClient(port: server.port)
        #expect(
            await client.send(
                "PUT \(Self.path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\n"
                    + "Expect: 100-continue\r\nContent-Length: \(Self.picture.count)\r\n\r\n"))
        let leave = String(decoding: try await client.receive(), as: UTF8.self)
        #expect(leave.hasPrefix("HTTP/1.1 100 "))
        #expect(await client.send(Array(Self.picture.prefix(100))))
        try await stop(server)
        #expect(await client.send(Array(Self.picture.dropFirst(100))))
        var answer: [UInt8] = []
        while case let bytes = try await client.receive(), !bytes.isEmpty { answer += bytes }
        let text = String(decoding: answer, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 201 ") && text.lowercased().contains("\r\nconnection: close\r\n"), "\(text)")
        #expect(server.stop() == 0)
    }

    @Test func `an HTTP 2 client gets a GOAWAY, and the response of its open stream`() async throws {
        let server = try await serve()
        let client = try RawClient(port: server.port)
        let head = RawHTTP2.frame(
            .headers, flags: RawHTTP2.endHeaders, stream: 1, RawHTTP2.fields("PUT", Self.path, type: "image/jpeg"))
        let begin = RawHTTP2.frame(.data, stream: 1, Array(Self.picture.prefix(1_000)))
        #expect(await client.send(RawHTTP2.preface + RawHTTP2.frame(.settings, flags: 1) + head + begin))
        // Its header has come, so that it lies there.
        while (try? folder.names(in: "library/.mosaic-incoming"))?.isEmpty ?? true {
            try await Task.sleep(for: .milliseconds(20))
        }
        try await stop(server)
        var kinds: [UInt8] = []
        while let frame = try await RawHTTP2.next(client) {
            kinds.append(frame.kind)
            if frame.kind == RawHTTP2.Kind.ping.rawValue, frame.flags == 0 {
                #expect(await client.send(RawHTTP2.frame(.ping, flags: 1, frame.payload)))
            }
            if frame.kind == RawHTTP2.Kind.goAway.rawValue, kinds.count(where: { $0 == frame.kind }) == 1 {
                let rest = RawHTTP2.frame(
                    .data, flags: RawHTTP2.endStream, stream: 1, Array(Self.picture.dropFirst(1_000)))
                #expect(await client.send(rest))
            }
        }
        let answered = try #require(kinds.firstIndex(of: RawHTTP2.Kind.headers.rawValue), "\(kinds)")
        let told = try #require(kinds.firstIndex(of: RawHTTP2.Kind.goAway.rawValue), "\(kinds)")
        #expect(told < answered && !kinds.contains(RawHTTP2.Kind.reset.rawValue), "\(kinds)")
        #expect(server.stop() == 0)
        #expect(try folder.names(in: "library/film/screenshots") == ["ch1_4s.jpg"])
    }
}
