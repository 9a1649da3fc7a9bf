#if Cloud
    import CoreMetrics
    import Foundation
    import Testing

    @testable import MosaicServer

    /// Metrics of a process that serves nothing else.
    struct MetricsListenerTests {
        private func answer(_ port: Int, _ request: String) async throws -> String {
            let connection = try RawConnection(port: port)
            try connection.send(request)
            return String(decoding: try await connection.readToEnd(), as: UTF8.self)
        }

        @Test func `serves metrics at one path to GET requests`() async throws {
            let metrics = PrometheusMetrics()
            Counter(label: "things_total", factory: metrics).increment(by: 3)
            let listener = try await MetricsListener(host: "127.0.0.1", port: 0, metrics)
            for (request, status, words) in [
                ("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", "200", "things_total 3\n"),
                ("GET /metrics?x=1 HTTP/1.0\r\n\r\n", "200", "things_total 3\n"),
                ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "404", "/metrics"),
                ("GET /metrics/x HTTP/1.1\r\nHost: a\r\n\r\n", "404", "/metrics"),
                ("POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", "405", "GET"),
                ("nonsense\r\n\r\n", "400", "400"),
            ] {
                let text = try await answer(listener.port, request)
                #expect(text.split(separator: " ").dropFirst().first ?? "" == status, "\(request): \(text)")
                #expect(text.contains(words), "\(request): \(text)")
            }
            let head = try await answer(listener.port, "HEAD /metrics HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(head.hasPrefix("HTTP/1.1 200 ") && head.hasSuffix("\r\n\r\n") && head.contains("version=0.0.4"))
            await listener.stop()
        }

        @Test func `a used port is refused, and stopping frees the port`() async throws {
            let listener = try await MetricsListener(host: "127.0.0.1", port: 0, PrometheusMetrics())
            await #expect(throws: (any Error).self) {
                try await MetricsListener(host: "127.0.0.1", port: listener.port, PrometheusMetrics())
            }
            await listener.stop()
            #expect(throws: (any Error).self) { try RawConnection(port: listener.port) }
        }

        @Test func `clients that say nothing take no more than their share of connections`() async throws {
            let listener = try await MetricsListener(host: "127.0.0.1", port: 0, PrometheusMetrics())
            let silent = try (0..<32).map { _ in try RawConnection(port: listener.port) }
            // Connections are taken in the order in which they came.
            let late = try RawConnection(port: listener.port)
            #expect(try await late.readToEnd().isEmpty)
            _ = silent.count
            await listener.stop()
        }
    }
#endif
