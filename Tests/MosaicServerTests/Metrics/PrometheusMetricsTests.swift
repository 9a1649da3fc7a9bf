import CoreMetrics
import Hummingbird
import HummingbirdTesting
import Testing

@testable import MosaicServer

struct PrometheusMetricsTests {
    @Test func `counts, levels and spreads are written as the text format has them`() {
        let metrics = PrometheusMetrics()
        Counter(label: "uploads_total", factory: metrics).increment(by: 2)
        Counter(label: "uploads_total", factory: metrics).increment()
        Meter(label: "jobs", dimensions: [("state", "a\"b\\c\nd")], factory: metrics).set(7)
        let timer = CoreMetrics.Timer(label: "request.seconds", dimensions: [("route", "/x")], factory: metrics)
        timer.recordNanoseconds(2_000_000)
        timer.recordNanoseconds(500_000_000_000)
        let lines = metrics.text().split(separator: "\n").map(String.init)
        #expect(lines.contains("# TYPE uploads_total counter") && lines.contains("uploads_total 3"))
        #expect(lines.contains(#"jobs{state="a\"b\\c\nd"} 7.0"#))
        #expect(lines.contains("# TYPE request_seconds histogram"))
        for (bound, count) in [("0.001", 0), ("0.003", 1), ("100.0", 1), ("+Inf", 2)] {
            #expect(lines.contains(#"request_seconds_bucket{route="/x",le="\#(bound)"} \#(count)"#), "\(bound)")
        }
        #expect(lines.contains(#"request_seconds_sum{route="/x"} 500.002"#))
        #expect(lines.contains(#"request_seconds_count{route="/x"} 2"#))
    }

    @Test func `one name has one type`() {
        let metrics = PrometheusMetrics()
        Counter(label: "same", factory: metrics).increment()
        Meter(label: "same", factory: metrics).set(5)
        let types = metrics.text().split(separator: "\n").filter { $0.hasPrefix("# TYPE") }
        #expect(types == ["# TYPE same counter", "# TYPE same_gauge gauge"])
        // Whoever asks for it again gets the same one.
        Meter(label: "same", factory: metrics).increment(by: 2)
        Counter(label: "same", factory: metrics).increment()
        #expect(metrics.text().contains("\nsame_gauge 7.0\n") && metrics.text().contains("\nsame 2\n"))
    }

    @Test func `a count that is kept elsewhere only grows`() {
        let metrics = PrometheusMetrics()
        for total in [3, 7, 5] { metrics.tell("found_total", total: total) }
        #expect(metrics.text().hasSuffix("\n# TYPE found_total counter\nfound_total 7\n"))
    }

    @Test func `exports the metrics of all libraries of the process`() async throws {
        let metrics = PrometheusMetrics.ofProcess()
        // As a library does, which knows of no metrics but the process's.
        Counter(label: "somebody.elses.things").increment(by: 3)
        let work = try ServedWork()
        let application = try buildApplication(
            library: work.library, settings: ServerSettings(), logger: .silent, metrics: metrics)
        try await application.test(.router) { client async throws in
            #expect(try await client.get("/metrics").text.contains("\nsomebody_elses_things 3\n"))
        }
    }
}
