import Hummingbird
package import Logging
import Mosaic
package import MosaicLibrary
import ServiceLifecycle
import UnixSignals

/// Serves a library until the process is stopped; then accepts no more connections and finishes running requests.
///
/// - Parameters:
///   - grace: Maximum seconds for running requests, 0 or more.
///   - metrics: The metrics for `/metrics`.
///   - whenReady: Called with the port once connections are accepted.
/// - Throws: `invalidSettings` naming the setting, `unavailable` if the address cannot be listened on.
package func serve(
    _ library: StoryboardLibrary, settings: ServerSettings, grace: Int, logger: Logger, metrics: PrometheusMetrics,
    whenReady: @escaping @Sendable (Int) async -> Void
) async throws {
    let application = try buildApplication(
        library: library, settings: settings, logger: logger, metrics: metrics, whenReady: whenReady)
    var configuration = ServiceGroupConfiguration(
        services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(grace)
    do {
        try await ServiceGroup(configuration: configuration).run()
    } catch {
        throw MosaicError(error, listeningAt: settings) ?? error
    }
}
