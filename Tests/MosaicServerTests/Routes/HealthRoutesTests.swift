import HTTPTypes
import HummingbirdTesting
import MosaicFixtures
import Testing

@testable import MosaicServer

struct HealthRoutesTests {
    @Test func `health checks of a read-only server need neither its name nor its prefix`() async throws {
        let served = try await ServedLibrary()
        let change: @Sendable (inout ServerSettings) -> Void = {
            ($0.host, $0.isReadOnly, $0.urlPrefix) = ("0.0.0.0", true, "/mosaic")
        }
        try await LiveServer.run(served, change) { port in
            for (path, status) in [
                ("/health", "200"), ("/mosaic/health", "200"), ("/mosaic/ready", "200"), ("/mosaic/metrics", "200"),
                ("/mosaic/storyboards", "421"), ("/mosaic/storyboards/film/mosaic.json", "421"), ("/ready", "421"),
            ] {
                for (version, host) in [
                    ("1.1", "Host: shows.example:8080\r\n"), ("1.1", "Host: films.example\r\n"), ("1.0", ""),
                ] {
                    let connection = try RawConnection(port: port)
                    try connection.send("GET \(path) HTTP/\(version)\r\n\(host)Connection: close\r\n\r\n")
                    let answer = String(decoding: try await connection.readToEnd(), as: UTF8.self)
                    #expect(
                        answer.split(separator: " ").dropFirst().first.map(String.init) == status, "\(path) \(host)")
                }
            }
        }
        try await served.ask {
            $0.urlPrefix = "/mosaic"
        } _: { client async throws in
            for path in ["/health", "/mosaic/health", "/mosaic/ready"] {
                #expect(try await client.execute(uri: path, method: .get) { $0.status } == .ok)
            }
        }
    }

    @Test func `without its catalog a server is not ready, and says so wherever it needs it`() async throws {
        let work = try ServedWork()
        try await work.ask(works: false) { client async throws in
            #expect(try await client.get("/ready").status == .ok)
            let names = try work.folder.names(in: "library").filter { $0.hasSuffix(".sqlite") }
            try work.folder.remove("library/\(try #require(names.first))")
            for path in ["/ready", "/jobs", "/storyboards", "/jobs/1"] {
                let answer = try await client.get(path)
                #expect(answer.status == .serviceUnavailable && answer.errorCode == "unavailable", "\(path)")
                #expect(answer.headers[.retryAfter] == "5")
            }
            #expect(try await client.submit("film", "{}").status == .serviceUnavailable)
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1)).status == .serviceUnavailable)
            #expect(try await client.get("/health").status == .ok)
        }
        #expect(work.uploads().isEmpty && work.incoming.isEmpty)
    }

    @Test(arguments: ["/health", "/ready"])
    func `anybody may ask how the server is, and caches keep no answer`(path: String) async throws {
        try await ServedLibrary().ask {
            $0.token = "secret"
            $0.reading = .token
        } _: { client in
            try await client.execute(uri: path, method: .get) { response in
                #expect(response.status == .ok)
                #expect(response.headers[.cacheControl] == "no-store")
                #expect(response.headers[.contentType] == "application/json")
                #expect(response.text.contains("status"))
            }
            try await client.execute(uri: path, method: .head) { response in
                #expect(response.status == .ok && response.bytes.isEmpty)
            }
        }
    }
}
