import HTTPTypes
import HummingbirdTesting
import MosaicFixtures
import Testing

@testable import MosaicServer

struct AdministrationRoutesTests {
    @Test func `a purge frees the cached bytes, and the next request reads them again`() async throws {
        let served = try await ServedLibrary()
        let track = try served.folder.read("library/film/thumbnails.vtt")
        try await served.ask { client async throws in
            let uri = "/storyboards/film/thumbnails.vtt"
            #expect(try await client.get(uri).bytes == track)
            for expected in [track.count, 0] {
                let answer = try await client.execute(uri: "/admin/purge", method: .post) { $0 }
                #expect(answer.json?["freed_bytes"] as? Int == expected)
            }
            #expect(try await client.get(uri).bytes == track)
        }
    }

    @Test func `a read-only server purges only with its token`() async throws {
        let served = try await ServedLibrary()
        for token in [nil, "secret"] {
            try await served.ask {
                $0.isReadOnly = true
                $0.token = token.map { Secret($0) }
            } _: { client async throws in
                for (shown, status) in [
                    ("secret", token == nil ? HTTPResponse.Status.forbidden : .ok),
                    ("wrong", token == nil ? .forbidden : .unauthorized),
                ] {
                    let fields: HTTPFields = [.authorization: "Bearer \(shown)"]
                    let answer = try await client.execute(uri: "/admin/purge", method: .post, headers: fields) { $0 }
                    #expect(answer.status == status)
                }
                let foreign: HTTPFields = [.authorization: "Bearer secret", .origin: "https://evil.example"]
                #expect(
                    try await client.execute(uri: "/admin/purge", method: .post, headers: foreign) { $0.status }
                        == .forbidden)
            }
        }
    }

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

    @Test func `requests are counted by route and never by path`() async throws {
        let work = try ServedWork()
        try await work.ask(works: false) { client async throws in
            for id in ["a", "b", "c"] { _ = try await client.get("/storyboards/\(id)/tile?t=1") }
            _ = try await client.get("/no/such/route")
            _ = try await client.submit("film", "{}")
            let answer = try await client.get("/metrics")
            #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let text = String(decoding: answer.bytes, as: UTF8.self)
            let name = "mosaic_http_request_duration_seconds_count"
            #expect(text.contains(#"\#(name){route="/storyboards/{id}/tile",method="GET",status="404"} 3"#))
            #expect(text.contains(#"\#(name){route="NotFound",method="GET",status="404"} 1"#))
            #expect(text.contains(#"mosaic_jobs{state="pending"} 1.0"#))
            #expect(text.contains("mosaic_cache_bytes ") && !text.contains("no/such"))
        }
    }

    @Test func `each metric has a help text, the server's own metrics their own`() async throws {
        let work = try ServedWork()
        try await work.ask(works: false) { client async throws in
            _ = try await client.upload("ch1_4s.jpg", ServedWork.picture(1))
            let lines = try await client.get("/metrics").text.split(separator: "\n")
            let types = lines.indices.filter { lines[$0].hasPrefix("# TYPE ") }
            #expect(types.count >= 8)
            for index in types {
                let name = lines[index].split(separator: " ")[2]
                #expect(lines[index - 1].hasPrefix("# HELP \(name) "))
                #expect(!name.hasPrefix("mosaic_") || MetricHelp.own[String(name)] != nil, "\(name)")
            }
        }
        let metrics = PrometheusMetrics()
        metrics.tell("connections_total", total: 1)
        #expect(metrics.text().hasPrefix("# HELP connections_total Measured by"))
    }

    @Test func `counts cache hits and misses`() async throws {
        try await ServedLibrary().ask { client async throws in
            for _ in 0..<3 { _ = try await client.get("/storyboards/film/thumbnails.vtt") }
            let lines = try await client.get("/metrics").text.split(separator: "\n")
            #expect(lines.contains("# TYPE mosaic_cache_hits_total counter"))
            #expect(lines.contains("mosaic_cache_hits_total 2") && lines.contains("mosaic_cache_misses_total 1"))
        }
    }
}
