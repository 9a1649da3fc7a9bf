import Foundation
import Mosaic

extension LeasedJob {
    /// Between looks at a job that somebody else holds.
    private static let pause = Duration.milliseconds(200)

    /// Submits a request and takes hold of its job now, whatever became of it before; waits while a worker is at it.
    ///
    /// - Parameter worker: Unique among all workers that ever were.
    /// - Throws: `unavailable`, `CancellationError`.
    static func take(_ request: JobRequest, in catalog: any Catalog, by worker: String) async throws -> LeasedJob {
        let settings = JobWorker.Settings()
        var job = try await catalog.submit(request, priority: .batch, now: Date())
        while true {
            try await free(job, in: catalog)
            let lease = JobLease(worker: worker, expiry: Date().addingTimeInterval(settings.leaseLength))
            if let held = try await catalog.lease(lease, of: request.id, now: Date()) {
                return LeasedJob(on: held, by: worker, in: catalog, settings)
            }
            try await Task.sleep(for: pause)
            if let known = try await catalog.job(of: request.id) {
                job = known
            } else {
                // Somebody removed the storyboard with its job meanwhile.
                job = try await catalog.submit(request, priority: .batch, now: Date())
            }
        }
    }

    /// Has a job looked at now where nobody is at it.
    private static func free(_ job: Job, in catalog: any Catalog) async throws {
        if job.lease != nil {
            // Killed workers need not be waited for.
            try await catalog.giveBackIfOrphan(job, now: Date())
        } else if !job.isDue(now: Date()) {
            // It was done, or waits for its next attempt.
            _ = try await catalog.update(job.number, heldBy: nil) { job in
                if job.lease == nil { job.retry(now: Date()) }
            }
        }
    }

    /// Gives the job back as it was taken, also in a task that was cancelled.
    func giveBack() async { _ = try? await finish(.wait(until: Date())) }
}
