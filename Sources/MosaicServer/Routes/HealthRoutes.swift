import HTTPSemantics
import Hummingbird
import Logging
import Mosaic
import MosaicLibrary

/// `GET /health` and `GET /ready`.
struct HealthRoutes: Sendable {
    let library: StoryboardLibrary

    func add(to routes: Routes) {
        // Whoever asks whether the process lives may not know of a gateway.
        for routes in [routes, routes.unprefixed].compactMap(\.self) {
            routes.read("/health", .open) { _, _ in Answer.report(["status": "ok"], .anyone) }
        }
        routes.read("/ready", .open) { _, context in
            // Whoever sends requests here is told not to where the catalog cannot be asked.
            do {
                _ = try await library.catalog.jobCounts()
            } catch {
                context.logger.error("The catalog does not answer.", metadata: ["error": "\(error)"])
                throw RequestError(.unavailable, "The catalog does not answer.", [.retryAfter: "5"])
            }
            return Answer.report(["status": "ready"], .anyone)
        }
    }
}
