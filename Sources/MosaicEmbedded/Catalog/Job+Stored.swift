import Foundation
import Mosaic
import MosaicLibrary

extension Job {
    /// The job after storing and reading, with the number that it was stored with.
    func stored(as number: JobNumber) -> Job {
        Job(
            number: number, storyboard: storyboard, priority: priority, requestText: requestText, state: state,
            completedChapters: completedChapters, totalChapters: totalChapters, attempt: attempt,
            failedAttempts: failedAttempts,
            postponements: postponements, errorMessage: errorMessage, created: created.inMilliseconds,
            begun: begun.inMilliseconds,
            updated: updated.inMilliseconds, due: due.inMilliseconds, lastArrival: lastArrival?.inMilliseconds,
            lease: lease.map { JobLease(worker: $0.worker, expiry: $0.expiry.inMilliseconds) },
            displacedWorker: displacedWorker, isWantedAgain: isWantedAgain)
    }
}
