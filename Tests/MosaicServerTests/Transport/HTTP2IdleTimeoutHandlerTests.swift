import Foundation
import MosaicFixtures
import Testing
import Tiers

@testable import MosaicServer

/// HTTP/2 connections without requests.
struct HTTP2IdleTimeoutHandlerTests {
    private let served: ServedLibrary

    init() async throws { served = try await ServedLibrary(chapters: 1) }

    private static let request = RawHTTP2.frame(
        .headers, flags: RawHTTP2.endHeaders | RawHTTP2.endStream, stream: 1, RawHTTP2.fields("GET", "/health"))

    @Test(
        .thorough,
        arguments: [
            RawHTTP2.preface,
            RawHTTP2.preface + Self.request,
            // A block of fields, and a frame, that have no end.
            RawHTTP2.preface + RawHTTP2.frame(.headers, stream: 1, RawHTTP2.fields("GET", "/health")),
            RawHTTP2.preface + Self.request.dropLast(),
        ])
    func `cuts a client that does not answer a GOAWAY`(bytes: [UInt8]) async throws {
        try await LiveServer.run(served) {
            $0.idleTimeout = 1
        } _: { port in
            let connection = try RawClient(port: port)
            #expect(await connection.send(bytes))
            // A server that keeps it fails this by its silence.
            _ = try await connection.drain()
        }
    }

    @Test func `a client whose frame trickles in is cut`() async throws {
        try await LiveServer.run(served) {
            $0.idleTimeout = 1
        } _: { port in
            let connection = try RawClient(port: port)
            let frame = RawHTTP2.frame(.headers, stream: 1, [UInt8](repeating: 0, count: 16_384))
            #expect(await connection.send(RawHTTP2.preface + frame.prefix(9)))
            #expect(try await connection.trickle([0], pieces: 120, every: .milliseconds(500)))
        }
    }

    @Test(.enabled(if: InstalledTool.openssl.path != nil, "openssl, which speaks TLS, is not installed"))
    func `a client over TLS is cut as well`() async throws {
        let (key, certificate) = (served.folder.path("key.pem"), served.folder.path("certificate.pem"))
        try InstalledTool.makeCertificate(certificate, key: key)
        try await LiveServer.run(served) {
            $0.idleTimeout = 1
            $0.certificatePath = certificate
            $0.privateKeyPath = key
        } _: { port in
            let (client, input) = (Process(), Pipe())
            client.executableURL = InstalledTool.openssl.path.map { URL(filePath: $0) }
            client.arguments = ["s_client", "-quiet", "-alpn", "h2", "-connect", "127.0.0.1:\(port)"]
            client.standardInput = input
            client.standardOutput = FileHandle.nullDevice
            client.standardError = FileHandle.nullDevice
            try client.run()
            try input.fileHandleForWriting.write(contentsOf: RawHTTP2.preface)
            for _ in 0..<600 where client.isRunning { try await Task.sleep(for: .milliseconds(100)) }
            #expect(!client.isRunning)
            client.terminate()
        }
    }
}
