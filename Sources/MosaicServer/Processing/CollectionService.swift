import Logging
import MosaicLibrary
import ServiceLifecycle

/// Removes retired objects of the library whose time is over, also those that an earlier server left.
struct CollectionService: Service {
    let collector: RetentionCollector
    let cache: DocumentCache
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskExecutorPreference(WorkThreads.writing) {
                await collector.run { result in
                    switch result {
                    case .success(let ids): ids.forEach(cache.invalidate)
                    case .failure(let error):
                        logger.warning("What was removed stays for now.", metadata: ["error": "\(error)"])
                    }
                }
            }
        }
    }
}
