/// Threads for work that waits for the disk, so that neither event loops nor the cooperative pool wait.
package final class DiskThreads: TaskExecutor {
    /// The default number of threads: as many requests as a disk or a network file system serves at a time.
    package static let limit = 16

    private let threads: JobThreads

    /// At most `limit` threads; none is started before there is work.
    ///
    /// - Parameter name: The threads' name in debuggers, at most 15 bytes.
    package convenience init(limit: Int = DiskThreads.limit, named name: String = "mosaic-disk") {
        self.init(JobThreads(named: name, limit: limit, whenIdle: .waits))
    }

    init(_ threads: JobThreads) { self.threads = threads }

    deinit { threads.close() }

    package func enqueue(_ job: consuming ExecutorJob) { threads.add(UnownedJob(job), for: asUnownedTaskExecutor()) }
}
