import Hummingbird
import Mosaic

/// `GET /health` and `GET /ready`.
struct HealthRoutes: Sendable {
    let library: StoryboardLibrary

    func add(to routes: Routes) {
        // Whoever asks whether the process lives may not know of a gateway.
        for routes in [routes, routes.unprefixed].compactMap(\.self) {
            routes.read("/health", .open) { _, _ in Answer.report(["status": "ok"], .anyone) }
        }
        routes.read("/ready", .open) { _, _ in
            // Whoever sends requests here is told not to where the catalog cannot be asked.
            _ = try await library.catalog.jobCounts()
            return Answer.report(["status": "ready"], .anyone)
        }
    }
}
