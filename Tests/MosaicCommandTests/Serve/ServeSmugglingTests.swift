import Foundation
import MosaicFixtures
import Testing

/// Requests whose ends two readers might see at different places: nothing that hides in one is ever answered.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeSmugglingTests {
    /// The smuggled request, and a part of its response.
    private static let hidden = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let betrayal = "\"status\":\"ok\""

    /// Fields that contradict each other, or that some readers skip; in front of a body that ends where a chunked one does.
    private static let contradictions = [
        "Content-Length: 4\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 4",
        "Content-Length: 5\r\nContent-Length: 6", "Content-Length: 5, 6", "Content-Length: +5", "Content-Length: -1",
        "Content-Length: 0x5", "Content-Length: 5 5", "Content-Length: 99999999999999999999", "Content-Length:",
        "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity", "Transfer-Encoding: identity",
        "Transfer-Encoding: identity, chunked\r\nContent-Length: 4",
        "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\nContent-Length: 4",
        "Transfer-Encoding : chunked", "Content-Length : 5", "Transfer-Encoding:\r\n chunked",
        "X: a\r\n Content-Length: 5",
        "Transfer-Encoding:\u{0B}chunked", "Transfer-Encoding: \"chunked\"", "Transfer-Encoding: chunked\0",
        "Transfer-Encoding: chunked;a=b", "X: a\nTransfer-Encoding: chunked", "X: a\rTransfer-Encoding: chunked",
        "Transfer\u{0}-Encoding: chunked", " Transfer-Encoding: chunked",
    ]

    private static func serve() async throws -> (server: ServeProcess, library: ServedLibrary) {
        let library = try ServedLibrary(width: 96)
        return (try await library.serve("--jobs", "0"), library)
    }

    /// Everything that the server says to these bytes until it hangs up, or to a polite last request behind them.
    private static func say(_ bytes: [UInt8], to port: Int) throws -> String {
        let connection = try ServeConnection(port: port, timeout: 20)
        connection.send(bytes)
        connection.finish()
        return String(decoding: try connection.rest(), as: UTF8.self)
    }

    @Test func `fields that contradict each other end the connection`() async throws {
        let (server, library) = try await Self.serve()
        let client = ServeClient(port: server.port)
        for line in ["GET /storyboards/film", "GET /storyboards/film/thumbnails.vtt", "PUT /storyboards/film"] {
            for fields in Self.contradictions {
                // What is answered from memory has to be refused as well.
                #expect(try client.get("/storyboards/film/thumbnails.vtt").status == 200)
                let head =
                    "\(line) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(fields)\r\n\r\n"
                let said = try Self.say(Array((head + "0\r\n\r\n" + Self.hidden).utf8), to: server.port)
                let name = "\(line) \(fields.debugDescription)"
                #expect(!said.contains(Self.betrayal), "\(name)")
                #expect(said.isEmpty || said.hasPrefix("HTTP/1.1 4"), "\(name): \(said.prefix(100))")
                #expect(said.ranges(of: "HTTP/1.1 ").count <= 1, "\(name): \(said)")
            }
        }
        try expectAlive(server, library)
    }

    @Test func `malformed lines and chunks end the connection`() async throws {
        let (server, library) = try await Self.serve()
        let chunked =
            "PUT /storyboards/film HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n"
        let requests = [
            "bare line feeds": "GET /health HTTP/1.1\nHost: localhost\n\n",
            "a bare carriage return": "GET /health HTTP/1.1\rHost: localhost\r\r",
            "no version": "GET /health\r\n\r\n",
            "another version": "GET /health HTTP/3.7\r\nHost: localhost\r\n\r\n",
            "a line of nothing but a name": "GET /health HTTP/1.1\r\nHost: localhost\r\nX\r\n\r\n",
            "a space in the target": "GET /he alth HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "a line feed in the target": "GET /health\n HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "a length that overflows": chunked + "10000000000000000\r\n" + Self.hidden,
            "a negative length": chunked + "-1\r\n\r\n" + Self.hidden,
            "a length with a prefix": chunked + "0x0\r\n\r\n" + Self.hidden,
            "a chunk longer than its length": chunked + "2\r\n{}" + Self.hidden,
            "a chunk that ends in a line feed": chunked + "2\n{}\n0\n\n" + Self.hidden,
            "no Host": "GET /health HTTP/1.1\r\n\r\n",
            "two Hosts": "GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
            "a Host and another authority": "GET http://evil.example/health HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ]
        for (name, request) in requests {
            let said = try Self.say(Array(request.utf8), to: server.port)
            #expect(!said.contains(Self.betrayal), "\(name): \(said)")
            #expect(said.isEmpty || said.hasPrefix("HTTP/1.1 4"), "\(name): \(said.prefix(100))")
        }
        try expectAlive(server, library)
    }

    @Test func `bytes after a body with a plain length are the next request`() async throws {
        let (server, library) = try await Self.serve()
        let connection = try ServeConnection(port: server.port)
        let body = #"{"chapters": 1}"#
        connection.send(
            "PUT /storyboards/film HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n" + body + Self.hidden + Self.hidden)
        // The storyboard is made of a folder, which an upload does not replace.
        #expect(try connection.answer()?.status == 409)
        for _ in 0..<2 { #expect(try connection.answer()?.text.contains(Self.betrayal) == true) }
        try expectAlive(server, library)
    }

    private func expectAlive(_ server: ServeProcess, _ library: ServedLibrary) throws {
        #expect(try ServeClient(port: server.port).get("/health").status == 200)
        #expect(server.stop() == 0)
        // Nothing was taken for a submission or an upload.
        #expect(try library.folder.names(in: "library").allSatisfy { $0.hasPrefix(".") || $0 == "film" })
        #expect(!library.folder.holds("library/film/screenshots"))
    }
}
