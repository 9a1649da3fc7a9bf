import MosaicFixtures
import Testing

@testable import MosaicServer

/// Connections before their protocol is known.
struct PrefaceHandlerTests {
    @Test(arguments: ["", "PRI * HT"])
    func `closes the connection of a client that leaves before a request`(beginning: String) async throws {
        try await LiveServer.run(ServedLibrary(chapters: 1)) {
            // Longer than the connection waits for its end.
            $0.idleTimeout = 3_600
        } _: { port in
            let connection = try RawConnection(port: port)
            try connection.send(beginning)
            connection.finishSending()
            #expect(try await connection.readToEnd().isEmpty)
        }
    }

    @Test func `drops connections that it has accepted and not taken when it stops`() async throws {
        for _ in 0..<4 {
            let connections = try await LiveServer.run(ServedLibrary(chapters: 1)) { port in
                try (0..<64).map { _ in
                    let connection = try RawConnection(port: port)
                    try connection.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    return connection
                }
            }
            #expect(connections.count == 64)
        }
    }
}
