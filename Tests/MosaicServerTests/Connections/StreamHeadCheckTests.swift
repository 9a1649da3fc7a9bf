import MosaicFixtures
import Testing

@testable import MosaicServer

/// Requests of HTTP/2 that are refused by their heads.
struct StreamHeadCheckTests {
    private let served: ServedLibrary

    init() async throws { served = try await ServedLibrary(chapters: 1) }

    @Test(.enabled(if: InstalledTool.curl.path != nil, "curl is not installed"))
    func `too many fields or too long ones end their stream, and the connection goes on`() async throws {
        let long = ["-H", "x: \(String(repeating: "y", count: 2_000))"]
        let many = (0...200).flatMap { ["-H", "x\($0): y"] }
        let path = String(repeating: "z", count: 2_000)
        for (bytes, fields, path) in [(1_024, long, "health"), (1_024, [], path), (16 << 10, many, "health")] {
            let outcome = try await LiveServer.run(served) {
                $0.headerBytes = bytes
            } _: { port in
                let asking = ["--http2-prior-knowledge", "-o", "/dev/null", "-w", "%{http_code} %{num_connects}\n"]
                let url = "http://127.0.0.1:\(port)/"
                return try await LiveServer.curl(
                    asking + fields + [url + path, "--next"] + asking + [url + "health"])
            }
            #expect(outcome.lines == ["431 1", "200 0"])
        }
    }

    @Test(arguments: [
        RawHTTP2.fields("GET", "health"), RawHTTP2.fields("GET", "*"),
        RawHTTP2.fields("GET", "http://localhost/health"),
        // A literal of the static table's name 38, which is host.
        RawHTTP2.fields("GET", "/health") + [0x0F, 0x17, 9] + "evil.test".utf8,
        RawHTTP2.fields("GET", "/health") + [0x0F, 0x17, 9] + "localhost".utf8 + [0x0F, 0x17, 9] + "localhost".utf8,
    ])
    func `a target that is no path, and a host beside another one, are refused`(fields: [UInt8]) async throws {
        try await LiveServer.run(served) { port in
            let connection = try RawClient(port: port)
            #expect(await connection.send(RawHTTP2.preface))
            // With a body that comes later, and without one.
            let head = RawHTTP2.frame(.headers, flags: RawHTTP2.endHeaders, stream: 1, fields)
            #expect(await connection.send(head))
            #expect(try await status(of: 1, connection) == Self.badRequest)
            let body = RawHTTP2.frame(.data, flags: RawHTTP2.endStream, stream: 1, [1, 2, 3])
            let ends = RawHTTP2.endHeaders | RawHTTP2.endStream
            #expect(await connection.send(body + RawHTTP2.frame(.headers, flags: ends, stream: 3, fields)))
            #expect(try await status(of: 3, connection) == Self.badRequest)
            let good = RawHTTP2.fields("GET", "/health") + [0x0F, 0x17, 9] + "Localhost".utf8
            #expect(await connection.send(RawHTTP2.frame(.headers, flags: ends, stream: 5, good)))
            #expect(try await status(of: 5, connection) == Self.ok)
        }
    }

    /// How the static table has the statuses.
    private static let (ok, badRequest) = (UInt8(0x88), UInt8(0x8C))

    /// The status of a stream's answer, as it comes; nil where the stream or the connection ends without one.
    private func status(of stream: UInt32, _ connection: RawClient) async throws -> UInt8? {
        while let frame = try await RawHTTP2.next(connection) {
            guard frame.stream == stream else {
                if frame.kind == RawHTTP2.Kind.goAway.rawValue { return nil }
                continue
            }
            switch frame.kind {
            case RawHTTP2.Kind.headers.rawValue: return frame.payload.first
            case RawHTTP2.Kind.reset.rawValue: return nil
            default: continue
            }
        }
        return nil
    }
}
