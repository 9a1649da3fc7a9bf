import CoreMetrics
import Hummingbird
import Logging
import Mosaic
import MosaicLibrary

/// `POST /admin/purge`: clears all caches.
struct AdministrationRoutes: Sendable {
    let cache: DocumentCache
    /// The cache of chapter lists of the bucket; `nil` if no bucket is listed.
    let chapters: BucketChapterCache?

    func add(to routes: Routes) {
        routes.on([.post], "/admin/purge", .upkeep) { request, _ in
            try JSONRequest.refuseForms(request)
            return JSONResponse.json(VersionedDocument(["freed_bytes": cache.purge() + (chapters?.purge() ?? 0)]))
        }
    }
}

/// `GET /health` and `GET /ready`.
struct HealthRoutes: Sendable {
    let library: StoryboardLibrary

    func add(to routes: Routes) {
        // Health checks may not know a gateway's prefix.
        for routes in [routes, routes.unprefixed].compactMap(\.self) {
            routes.read("/health", .open) { _, _ in JSONResponse.report(["status": "ok"], .anyone) }
        }
        routes.read("/ready", .open) { _, context in
            // A load balancer sends no requests to this server while the catalog cannot be queried.
            do {
                _ = try await library.catalog.jobCounts()
            } catch {
                context.logger.error("The catalog does not answer.", metadata: ["error": "\(error)"])
                throw RequestError(.unavailable, "The catalog does not answer.", [.retryAfter: "5"])
            }
            return JSONResponse.report(["status": "ready"], .anyone)
        }
    }
}

/// `GET /metrics`: all metrics. Counts of the catalog and the cache are updated for each request.
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

/// `GET /openapi.json`: the description of this server's routes.
struct OpenAPIRoutes: Sendable {
    private let body: BufferedResponse

    init(urls: URLBuilder) {
        var text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
        // Writes the prefix into the description, because some tools do not resolve a relative URL there.
        if !urls.prefix.isEmpty { text.replace("\"url\": \"/\"", with: "\"url\": \"\(urls.prefix)\"") }
        let bytes = Array(text.utf8)
        body = BufferedResponse(bytes, type: .json, entityTag: .content(bytes), caching: .revalidated)
    }

    func add(to routes: Routes) { routes.read("/openapi.json", .open) { _, _ in body } }
}
