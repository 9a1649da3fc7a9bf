import Hummingbird
import Logging
import Mosaic
import MosaicLibrary

/// `GET /health` and `GET /ready`.
struct HealthRoutes: Sendable {
    let library: StoryboardLibrary

    func add(to routes: Routes) {
        // Health checks may not know a gateway's prefix.
        for routes in [routes, routes.unprefixed].compactMap(\.self) {
            routes.read("/health", .open) { _, _ in JSONResponse.report(["status": "ok"], .anyone) }
        }
        routes.read("/ready", .open) { _, context in
            // A load balancer sends no requests here while the catalog cannot be queried.
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
