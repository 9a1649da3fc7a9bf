import MosaicFixtures
import Testing

@testable import MosaicServer

/// Requests of HTTP/2 that are refused by their heads.
struct StreamHeadCheckTests {
    private let served: ServedLibrary

    init() async throws { served = try await ServedLibrary(chapters: 1) }

    /// A field that no table has, see [RFC 7541, section 6.2.2](https://www.rfc-editor.org/rfc/rfc7541#section-6.2.2).
    private static func field(_ name: String, _ value: [UInt8], length: [UInt8]) -> [UInt8] {
        [0, UInt8(name.utf8.count)] + name.utf8 + length + value
    }

    /// The name is index 38 of the static table, which is host.
    private static func host(_ value: String) -> [UInt8] { [0x0F, 0x17, UInt8(value.utf8.count)] + value.utf8 }

    /// A field of 2 000 bytes, whose length is 127 and 1 873, and more fields than are taken.
    private static let long = field("x", [UInt8](repeating: 0x79, count: 2_000), length: [0x7F, 0xD1, 0x0E])
    private static let many = (0...200).flatMap { field("x\($0)", [0x79], length: [1]) }

    @Test(arguments: [(1_024, long), (16 << 10, many)])
    func `too many fields or too long ones end their stream, and the connection goes on`(
        bytes: Int, fields: [UInt8]
    ) async throws {
        try await LiveServer.run(served) {
            $0.headerBytes = bytes
        } _: { port in
            let connection = try RawClient(port: port)
            #expect(await connection.send(RawHTTP2.preface))
            let ends = RawHTTP2.endHeaders | RawHTTP2.endStream
            let health = RawHTTP2.fields("GET", "/health") + Self.host("localhost")
            #expect(await connection.send(RawHTTP2.frame(.headers, flags: ends, stream: 1, health + fields)))
            // 431 is in no table.
            let refused = try #require(try await status(of: 1, connection))
            #expect(![Self.ok, Self.badRequest].contains(refused))
            #expect(await connection.send(RawHTTP2.frame(.headers, flags: ends, stream: 3, health)))
            #expect(try await status(of: 3, connection) == Self.ok)
        }
    }

    @Test(arguments: [
        RawHTTP2.fields("GET", "health"), RawHTTP2.fields("GET", "*"),
        RawHTTP2.fields("GET", "http://localhost/health"),
        RawHTTP2.fields("GET", "/health") + host("evil.test"),
        RawHTTP2.fields("GET", "/health") + host("localhost") + host("localhost"),
    ])
    func `refuses a target that is not a path, and two different hosts`(fields: [UInt8]) async throws {
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
            let good = RawHTTP2.fields("GET", "/health") + Self.host("Localhost")
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
