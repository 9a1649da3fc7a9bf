import HTTPTypes
import HummingbirdTesting
import Testing

@testable import MosaicServer

struct MetricsRoutesTests {
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
