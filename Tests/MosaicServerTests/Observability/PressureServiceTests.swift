import Foundation
import Logging
import Mosaic
import MosaicFixtures
import NIOCore
import Synchronization
import Testing

@testable import MosaicServer

struct PressureServiceTests {
    /// Collects log lines.
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }

        var logger: Logger {
            var logger = Logger(label: "test") { _ in Handler(lines: self) }
            logger.logLevel = .debug
            return logger
        }
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) {
            let facts = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
            lines.add("\(event.level) \(event.message) \(facts)")
        }
    }

    @Test func `clears the caches when memory is short, and logs it`() async throws {
        let served = try await ServedLibrary()
        try served.folder.makeFolder("root/proc/pressure")
        try served.folder.write(
            Array("some avg10=20.00 avg60=0.00 avg300=0.00 total=1\n".utf8), to: "root/proc/pressure/memory")
        let cache = DocumentCache(library: served.library, budget: 1 << 20, readers: .anyone)
        _ = try await cache.document(.track, of: served.id)
        let held = cache.load.bytes
        #expect(held > 0)
        let (lines, metrics) = (Lines(), PrometheusMetrics())
        let service = PressureService(
            cache: cache, metrics: metrics, logger: lines.logger, root: served.folder.path("root"))
        let task = Task { try await service.run() }
        while lines.all.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        task.cancel()
        try await task.value
        #expect(cache.load.bytes == 0)
        #expect(
            lines.all == [
                "warning Memory runs short; cached files are evicted. freed_bytes=\(held) pressure=low"
            ])
        #expect(metrics.text().contains("mosaic_memory_purges_total{pressure=\"low\"} 1\n"))
    }

    @Test func `keeps clearing the caches while memory is short`() async throws {
        let served = try await ServedLibrary()
        try served.folder.makeFolder("root/proc/pressure")
        try served.folder.write(
            Array("some avg10=20.00 avg60=0.00 avg300=0.00 total=1\n".utf8), to: "root/proc/pressure/memory")
        let cache = DocumentCache(library: served.library, budget: 1 << 20, readers: .anyone)
        let (lines, metrics) = (Lines(), PrometheusMetrics())
        let service = PressureService(
            cache: cache, metrics: metrics, logger: lines.logger, root: served.folder.path("root"),
            pause: .milliseconds(20))
        let task = Task { try await service.run() }
        while lines.all.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        try await Task.sleep(for: .milliseconds(200))
        #expect(lines.all.count == 1, "nothing was held, so nothing more is told")
        let held = try #require(try await cache.document(.track, of: served.id)).body.bytes.readableBytes
        let end = ContinuousClock.now + .seconds(60)
        while lines.all.count < 2, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
        task.cancel()
        try await task.value
        #expect(lines.all.count == 2 && lines.all.last?.contains("freed_bytes=\(held) ") == true)
        #expect(metrics.text().contains("mosaic_memory_purges_total{pressure=\"low\"} 2\n"))
    }

    @Test func `where nothing tells of memory, that is said once`() async throws {
        let served = try await ServedLibrary()
        let (lines, cache) = (Lines(), DocumentCache(library: served.library, budget: 1 << 20, readers: .anyone))
        let service = PressureService(
            cache: cache, metrics: PrometheusMetrics(), logger: lines.logger, root: served.folder.path("nothing"))
        let task = Task { try await service.run() }
        while lines.all.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        task.cancel()
        _ = await task.result
        #expect(lines.all == ["debug This system does not report memory pressure. "])
    }
}
