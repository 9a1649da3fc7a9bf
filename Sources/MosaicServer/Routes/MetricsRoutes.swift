import CoreMetrics
import Hummingbird
import Mosaic
import MosaicLibrary

/// `GET /metrics`: all metrics, some of which are queried only then.
struct MetricsRoutes: Sendable {
    let metrics: PrometheusMetrics
    let cache: DocumentCache

    func add(to routes: Routes) {
        routes.on([.get, .head], "/metrics", .report) { request, _ in
            try await look()
            let text = ByteBuffer(string: metrics.text())
            return Response(
                status: .ok,
                headers: [
                    .contentType: PrometheusMetrics.contentType, .contentLength: String(text.readableBytes),
                    .cacheControl: Caching.unstored.fieldValue(for: .tokenHolders),
                ], body: request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: text))
        }
    }

    private func look() async throws {
        let counts = try await cache.library.catalog.jobCounts()
        for state in JobState.allCases { set("mosaic_jobs", counts[state] ?? 0, [("state", state.rawValue)]) }
        let placeholders = try await cache.library.catalog.placeholderTotals()
        set("mosaic_placeholders", placeholders.tiles)
        set("mosaic_storyboards_with_placeholders", placeholders.storyboards)
        let load = cache.load
        set("mosaic_cache_bytes", load.bytes)
        set("mosaic_cache_files", load.files)
        metrics.tell("mosaic_cache_hits_total", total: load.hits)
        metrics.tell("mosaic_cache_misses_total", total: load.misses)
    }

    private func set(_ name: String, _ value: Int, _ dimensions: [(String, String)] = []) {
        Meter(label: name, dimensions: dimensions, factory: metrics).set(value)
    }
}
