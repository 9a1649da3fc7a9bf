import Logging
import MosaicFiles
import MosaicLibrary
import ServiceLifecycle

/// Removes retired objects of the library whose time is over, also those that an earlier server left.
struct CollectionService: Service {
    let collector: RetentionCollector
    let cache: DocumentCache
    let logger: Logger
    private let threads = DiskThreads(limit: 1)

    init(collector: RetentionCollector, cache: DocumentCache, logger: Logger) {
        self.collector = collector
        self.cache = cache
        self.logger = logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskExecutorPreference(threads) {
                await collector.run { result in
                    switch result {
                    case .success(let ids): ids.forEach(cache.forget)
                    case .failure(let error):
                        logger.warning("What was removed stays for now.", metadata: ["error": "\(error)"])
                    }
                }
            }
        }
    }
}
