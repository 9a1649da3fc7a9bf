import Mosaic

extension LeasedJob {
    /// Between polls of a job that another worker has leased.
    private static let pause = Duration.milliseconds(200)

    /// Submits a request and leases its job, in any state; waits while another worker has the lease.
    ///
    /// - Parameter worker: A name that was never used before.
    /// - Throws: `unavailable`, `CancellationError`.
    static func take(_ request: JobRequest, in catalog: any Catalog, by worker: String) async throws -> LeasedJob {
        let settings = JobWorker.Settings()
        var job = try await catalog.submit(request, priority: .batch)
        while true {
            try await free(job, in: catalog)
            if let held = try await catalog.lease(to: worker, for: settings.leaseLength, of: request.id) {
                return LeasedJob(on: held, by: worker, in: catalog, settings)
            }
            try await Task.sleep(for: pause)
            if let known = try await catalog.job(of: request.id) {
                job = known
            } else {
                // The storyboard was removed with its job in the meantime.
                job = try await catalog.submit(request, priority: .batch)
            }
        }
    }

    /// Makes a job due where no worker has leased it.
    private static func free(_ job: Job, in catalog: any Catalog) async throws {
        if job.lease != nil {
            // The lease of a killed worker ends at once.
            try await catalog.giveBackIfOrphan(job)
        } else {
            // A job that is final or waits for its next attempt begins anew.
            _ = try await catalog.update(job.number) { job, now in
                if job.lease == nil, !job.isDue(now: now) { job.retry(now: now) }
            }
        }
    }

    /// Returns the job unchanged, also in a cancelled task.
    func giveBack() async { _ = try? await finish(.wait(until: now)) }
}
