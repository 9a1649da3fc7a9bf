import CoreMetrics
import Logging
import ServiceLifecycle
import SystemMemory

/// Clears all caches whenever memory runs short.
struct PressureService: Service {
    let cache: DocumentCache
    let metrics: any MetricsFactory
    let logger: Logger
    /// The folder that contains `/proc` and `/sys`; empty for the system's own.
    var root = ""
    /// Pause between two checks.
    var pause = Duration.seconds(2)

    func run() async throws {
        guard let begin = PressureWatch(root: root) else {
            logger.debug("This system does not report memory pressure.")
            // If this service returned, the service group would stop the server.
            return try await gracefulShutdown()
        }
        await cancelWhenGracefulShutdown {
            var watch = begin
            var last: PressureLevel?
            repeat {
                let pressure = watch.look()
                // Purges at every check, because requests fill the caches again while the pressure lasts.
                if let pressure { purge(pressure, isNews: pressure != last) }
                last = pressure
            } while (try? await Task.sleep(for: pause)) != nil
        }
    }

    private func purge(_ pressure: PressureLevel, isNews: Bool) {
        let bytes = cache.purge()
        guard isNews || bytes > 0 else { return }
        let dimensions = [("pressure", pressure.rawValue)]
        Counter(label: "mosaic_memory_purges_total", dimensions: dimensions, factory: metrics).increment()
        logger.warning(
            "Memory runs short; cached files are evicted.",
            metadata: ["pressure": "\(pressure.rawValue)", "freed_bytes": .stringConvertible(bytes)])
    }
}
