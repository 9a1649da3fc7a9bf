import Dispatch

/// Threads for what waits for a disk, so that neither an event loop nor a thread that all tasks share ever does.
final class DiskThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "mosaic.disk", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}
