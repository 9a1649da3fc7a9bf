import Foundation
import MosaicFixtures
import Testing

@testable import MosaicServer

/// Clients that wait with a body until they are asked for it.
struct ExpectationsTests {
    private static let path = "/storyboards/new/screenshots/ch1_4s.jpg"
    private static let asked = "HTTP/1.1 100 Continue\r\n\r\n"
    private static let picture = ServedWork.picture(1)

    private let served: ServedLibrary

    init() async throws { served = try await ServedLibrary(chapters: 1) }

    private func run(
        _ change: (inout ServerSettings) -> Void = { _ in }, _ test: @Sendable (Int) async throws -> Void
    ) async throws {
        try await LiveServer.runTakingUploads(served, change, test)
    }

    private static func head(
        _ expectation: String = "100-continue", type: String = "image/jpeg", length: Int = picture.count,
        version: String = "1.1"
    ) -> String {
        "PUT \(path) HTTP/\(version)\r\nHost: localhost\r\nContent-Type: \(type)\r\n"
            + "Content-Length: \(length)\r\nExpect: \(expectation)\r\n\r\n"
    }

    @Test(arguments: ["100-continue", "100-Continue"])
    func `a client that waits for it is asked for its body`(expectation: String) async throws {
        try await run { port in
            let connection = try RawClient(port: port)
            for status in ["201", "200"] {
                #expect(await connection.send(Self.head(expectation)))
                #expect(String(decoding: try await connection.receive(), as: UTF8.self) == Self.asked)
                #expect(await connection.send(Self.picture))
                let answer = String(decoding: try await connection.receive(), as: UTF8.self)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            }
        }
    }

    @Test func `sends 100-continue only after the previous response`() async throws {
        try await run { port in
            let connection = try RawConnection(port: port)
            try connection.send("HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n" + Self.head())
            let text = String(
                decoding: try await connection.read { $0.suffix(Self.asked.utf8.count).elementsEqual(Self.asked.utf8) },
                as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(text.components(separatedBy: "HTTP/1.1 ").count == 3)
        }
    }

    @Test(arguments: [
        (head(type: "text/plain"), "415"), (head(length: 1 << 30), "413"), (head("200-ok"), "417"),
        (head("100-continue, 200-ok"), "417"),
    ])
    func `sends no 100-continue for a refused request`(head: String, status: String) async throws {
        try await run { port in
            let connection = try RawClient(port: port)
            #expect(await connection.send(head))
            let answer = String(decoding: try await connection.receive(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        }
    }

    @Test func `sends no 100-continue without a token`() async throws {
        try await run {
            $0.token = "secret"
        } _: { port in
            let connection = try RawClient(port: port)
            #expect(await connection.send(Self.head()))
            #expect(String(decoding: try await connection.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 401 "))
        }
    }

    @Test func `HTTP 1 0 knows of no such answer, and who sent the body does not wait for it`() async throws {
        try await run { port in
            for version in ["1.0", "1.1"] {
                let connection = try RawClient(port: port)
                let bytes = Array(Self.head(version: version).utf8) + Self.picture
                #expect(await connection.send(bytes))
                let answer = String(decoding: try await connection.receive(), as: UTF8.self)
                #expect(version == "1.1" || answer.hasPrefix("HTTP/1.1 20"), "\(answer)")
            }
        }
    }

    @Test(.enabled(if: InstalledTool.curl.path != nil, "curl is not installed"), arguments: [false, true])
    func `curl gets 100-continue for its upload`(isEncrypted: Bool) async throws {
        let file = try served.folder.write(Self.picture, to: "ch1_4s.jpg")
        let (key, certificate) = (served.folder.path("key.pem"), served.folder.path("certificate.pem"))
        if isEncrypted { try InstalledTool.makeCertificate(certificate, key: key) }
        try await run {
            guard isEncrypted else { return }
            ($0.certificatePath, $0.privateKeyPath) = (certificate, key)
        } _: { port in
            let outcome = try await LiveServer.curl([
                "--http1.1", "--insecure", "--expect100-timeout", "30", "-i", "-T", file, "-H",
                "Content-Type: image/jpeg", "-H",
                "Expect: 100-continue", "\(isEncrypted ? "https" : "http")://localhost:\(port)\(Self.path)",
            ])
            #expect(outcome.text.hasPrefix(Self.asked + "HTTP/1.1 201 Created\r\n"))
        }
    }
}
