import Foundation
import Logging
import Mosaic
import MosaicFiles
import ServiceLifecycle

/// Removes for good what was removed before, by this server or by one that has ended since, when its time is over.
struct CollectionService: Service {
    /// Between two looks; what has to go may stay as much longer.
    private static let pause = Duration.seconds(600)

    let removal: Removal
    let logger: Logger
    private let threads = DiskThreads(limit: 1)

    init(removal: Removal, logger: Logger) {
        self.removal = removal
        self.logger = logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskExecutorPreference(threads) {
                repeat { await collect() } while (try? await Task.sleep(for: Self.pause)) != nil
            }
        }
    }

    private func collect() async {
        do {
            try await removal.collect(now: Date())
        } catch {
            logger.warning("What was removed stays for now.", metadata: ["error": "\(error)"])
        }
    }
}
