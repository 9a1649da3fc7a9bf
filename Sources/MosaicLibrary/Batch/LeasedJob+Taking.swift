import Foundation
import Mosaic

extension LeasedJob {
    /// Between polls of a job that another worker has leased.
    private static let pause = Duration.milliseconds(200)

    /// Submits a request and leases its job, in whatever state it is; waits while another worker has the lease.
    ///
    /// - Parameter worker: A name that was never used before.
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
                // The storyboard was removed with its job in the meantime.
                job = try await catalog.submit(request, priority: .batch, now: Date())
            }
        }
    }

    /// Makes a job due where no worker has leased it.
    private static func free(_ job: Job, in catalog: any Catalog) async throws {
        if job.lease != nil {
            // The lease of a killed worker ends at once.
            try await catalog.giveBackIfOrphan(job, now: Date())
        } else if !job.isDue(now: Date()) {
            // The job is final or waits for its next attempt.
            _ = try await catalog.update(job.number, heldBy: nil) { job in
                if job.lease == nil { job.retry(now: Date()) }
            }
        }
    }

    /// Returns the job unchanged, also in a cancelled task.
    func giveBack() async { _ = try? await finish(.wait(until: Date())) }
}
