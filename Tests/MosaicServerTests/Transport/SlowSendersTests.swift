import Foundation
import MosaicFixtures
import Testing

@testable import MosaicServer

/// Clients that send so little that they only mean to keep the server waiting.
struct SlowSendersTests {
    private let served: ServedLibrary
    private let path = "/storyboards/new/screenshots/ch1_4s.jpg"

    init() async throws { served = try await ServedLibrary(chapters: 1) }

    private func run(
        _ change: (inout ServerSettings) -> Void = { _ in }, _ test: @Sendable (Int) async throws -> Void
    ) async throws {
        try await LiveServer.runTakingUploads(
            served,
            {
                $0.idleTimeout = 1
                change(&$0)
            }, test)
        #expect((try? served.folder.names(in: "library/.mosaic-incoming")) ?? [] == [])
    }

    private var isStored: Bool { served.folder.holds("library/new/screenshots/ch1_4s.jpg") }

    private func head(_ count: Int) -> String {
        "PUT \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\nContent-Length: \(count)\r\n\r\n"
    }

    @Test func `fields that trickle in are not waited for`() async throws {
        try await run { port in
            for beginning in ["", "GET /health HTTP/1.1\r\nHost: localhost\r\nX: ", "PRI * HT"] {
                let connection = try RawClient(port: port)
                #expect(await connection.send(beginning))
                #expect(try await connection.trickle([UInt8(ascii: "a")]), "\(beginning)")
            }
        }
    }

    @Test func `fields that trickle in are not waited for on a connection that was used before`() async throws {
        try await run { port in
            let connection = try RawClient(port: port)
            #expect(await connection.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            #expect(try await !connection.receive().isEmpty)
            #expect(await connection.send("GET /health HTTP/1.1\r\nX: "))
            #expect(try await connection.trickle([UInt8(ascii: "a")]))
        }
    }

    @Test func `a body that trickles in is not waited for, and nothing of it is stored`() async throws {
        try await run { port in
            let connection = try RawClient(port: port)
            #expect(await connection.send(head(100_000)))
            #expect(await connection.send(Array(ServedWork.picture(1).prefix(4_000))))
            #expect(try await connection.trickle([0]))
        }
        #expect(!isStored)
    }

    @Test func `a body that comes slowly comes in whole`() async throws {
        let body = ServedWork.picture(1) + [UInt8](repeating: 0, count: 60_000)
        try await run { port in
            let connection = try RawClient(port: port)
            #expect(await connection.send(head(body.count)))
            for begin in stride(from: 0, to: body.count, by: 2_000) {
                #expect(await connection.send(Array(body[begin..<min(body.count, begin + 2_000)])))
                try await Task.sleep(for: .milliseconds(100))
            }
            let answer = try await connection.receive()
            #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 201"))
        }
        #expect(isStored)
    }

    @Test func `where no pace is asked for, a body may trickle in`() async throws {
        let body = ServedWork.picture(1)
        try await run {
            $0.slowestBody = 0
        } _: { port in
            let connection = try RawClient(port: port)
            #expect(await connection.send(head(body.count + 25)))
            #expect(await connection.send(body))
            #expect(try await !connection.trickle([0], pieces: 25))
            let answer = try await connection.receive()
            #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 201"))
        }
    }

    @Test func `a body that trickles into a stream of HTTP 2 is not waited for`() async throws {
        try await run { port in
            let connection = try RawClient(port: port)
            let fields = RawHTTP2.fields("PUT", path, type: "image/jpeg")
            let beginning = Array(ServedWork.picture(1).prefix(4_000))
            #expect(
                await connection.send(
                    RawHTTP2.preface + RawHTTP2.frame(.headers, flags: RawHTTP2.endHeaders, stream: 1, fields)
                        + RawHTTP2.frame(.data, stream: 1, beginning)))
            async let isClosed = connection.trickle(RawHTTP2.frame(.data, stream: 1, [0]))
            var wasReset = false
            while let frame = try await RawHTTP2.next(connection) {
                wasReset = wasReset || frame.kind == RawHTTP2.Kind.reset.rawValue
            }
            #expect(wasReset)
            #expect(try await isClosed)
        }
        #expect(!isStored)
    }

    @Test func `a block of fields that trickles into a stream of HTTP 2 is not waited for`() async throws {
        try await run { port in
            let connection = try RawClient(port: port)
            #expect(
                await connection.send(
                    RawHTTP2.preface + RawHTTP2.frame(.headers, stream: 1, Array(RawHTTP2.fields("GET", "/").prefix(3)))
                )
            )
            #expect(try await connection.trickle(RawHTTP2.frame(.continuation, stream: 1, [0x82])))
        }
    }

    @Test(.enabled(if: InstalledTool.openssl.path != nil, "openssl, which makes a certificate, is not installed"))
    func `a handshake that does not go on is not waited for`() async throws {
        let (key, certificate) = (served.folder.path("key.pem"), served.folder.path("certificate.pem"))
        try InstalledTool.makeCertificate(certificate, key: key)
        try await run {
            $0.certificatePath = certificate
            $0.privateKeyPath = key
        } _: { port in
            let silent = try RawClient(port: port)
            #expect(try await silent.receive().isEmpty)
            // The head of a record that would be long enough.
            let trickling = try RawClient(port: port)
            #expect(await trickling.send([0x16, 0x03, 0x01, 0x02, 0x00]))
            #expect(try await trickling.trickle([1], pieces: 400))
        }
    }
}
