import Foundation
import MosaicFixtures
import Testing
import Tiers

/// A server that may have few descriptors, and more clients than that.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeDescriptorTests {
    /// Descriptors that the server may have.
    private static let limit = 256
    /// Longer than libdispatch takes to look after its threads, which needs a descriptor.
    private static let time = Duration.seconds(3)
    private let folder = TemporaryFolder()

    private func serve() async throws -> ServeProcess {
        let tool = try #require(BuiltTool.path)
        _ = try folder.writeProgram(
            "#!/bin/sh\nulimit -n \(Self.limit) && exec '\(tool)' \"$@\"\n", to: "limited")
        return try await ServeProcess(["--library", folder.path("library")], in: folder, as: "limited")
    }

    @Test(.thorough) func `more connections than descriptors wait, and are answered when others end`() async throws {
        let server = try await serve()
        var connections = try (0..<300).map { _ in try ServeConnection(port: server.port) }
        for one in connections { one.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        for one in connections[..<100] { #expect(try one.answer()?.status == 200) }
        let end = ContinuousClock.now + Self.time
        while ContinuousClock.now < end {
            for one in connections[..<100] { one.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n") }
            for one in connections[..<100] { try #require(try one.answer()?.status == 200, "\(server.said)") }
        }
        connections.removeFirst(200)
        for one in connections { #expect(try one.answer()?.status == 200) }
        #expect(try ServeClient(port: server.port).get("/health").status == 200)
        #expect(server.stop() == 0)
    }

    @Test(.thorough) func `refuses uploads beyond the descriptors as unavailable, and keeps serving`() async throws {
        let server = try await serve()
        let picture = ServedLibrary.picture(1)
        // Enough to be stored, and never the end.
        let beginning = Array(picture.prefix(640))
        var clients: [RawClient] = []
        // Each has 100 uploads at a time; files hold no more than half of the descriptors less a reserve, so the first
        // client already takes all there are.
        for number in 0..<3 {
            let client = try RawClient(port: server.port)
            clients.append(client)
            var bytes = RawHTTP2.preface
            for stream in 0..<100 {
                let path = "/storyboards/film-\(number)-\(stream)/screenshots/ch1_4s.jpg"
                let fields = RawHTTP2.fields("PUT", path, type: "image/jpeg")
                bytes += RawHTTP2.frame(
                    .headers, flags: RawHTTP2.endHeaders, stream: UInt32(2 * stream + 1), fields)
                bytes += RawHTTP2.frame(.data, stream: UInt32(2 * stream + 1), beginning)
            }
            #expect(await client.send(bytes))
            var refused = 0
            while refused < (number == 0 ? 20 : 100) {
                let frame = try #require(try await RawHTTP2.next(client), "\(server.said)")
                guard frame.kind == RawHTTP2.Kind.data.rawValue, !frame.payload.isEmpty else { continue }
                #expect(String(decoding: frame.payload, as: UTF8.self).contains("unavailable"))
                refused += 1
            }
        }
        let client = ServeClient(port: server.port)
        let end = ContinuousClock.now + Self.time
        while ContinuousClock.now < end { try #require(try client.get("/health").status == 200, "\(server.said)") }
        clients = []
        #expect(server.stop() == 0)
    }
}
