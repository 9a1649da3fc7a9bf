import Logging
import MosaicLibrary
import ServiceLifecycle

/// Reads a key set again and again while the server runs, so that keys are rotated without a restart.
struct JWTKeySetService: Service {
    let keys: JWTKeySet
    let logger: Logger
    /// Between two looks.
    var pause = Duration.seconds(2)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: pause)) != nil {
                await withTaskExecutorPreference(WorkExecutors.reading) { await look() }
            }
        }
    }

    /// Reads the file once more.
    func look() async {
        switch keys.refresh() {
        case .none: break
        case .keys(let names):
            logger.notice(
                "JWTs are checked with the keys of the changed key set.",
                metadata: ["kids": "\(names.joined(separator: " "))"])
        case .refused(let reason):
            logger.error("The key set cannot be used, and the keys before stay.", metadata: ["error": "\(reason)"])
        }
    }
}
