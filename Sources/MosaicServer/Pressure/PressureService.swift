import CoreMetrics
import Logging
import ServiceLifecycle

/// Lets go of what is held in memory only to be faster whenever memory runs short.
struct PressureService: Service {
    /// Between two looks.
    private static let pause = Duration.seconds(2)

    let shelf: Shelf
    let metrics: any MetricsFactory
    let logger: Logger
    /// Where the system's files lie; empty for the system's own.
    var root = ""

    func run() async throws {
        guard let begin = PressureWatch(root: root) else {
            logger.debug("This system does not tell when memory runs short.")
            // A service that ends ends the server.
            return try await gracefulShutdown()
        }
        await cancelWhenGracefulShutdown {
            var watch = begin
            repeat {
                if let pressure = watch.look() { purge(pressure) }
            } while (try? await Task.sleep(for: Self.pause)) != nil
        }
    }

    private func purge(_ pressure: MemoryPressure) {
        let bytes = shelf.purge()
        let dimensions = [("pressure", pressure.rawValue)]
        Counter(label: "mosaic_memory_purges_total", dimensions: dimensions, factory: metrics).increment()
        logger.warning(
            "Memory runs short; what was held of files is let go.",
            metadata: ["pressure": "\(pressure.rawValue)", "freed_bytes": "\(bytes)"])
    }
}
