/// Threads for what waits for a disk, so that neither an event loop nor a thread that all tasks share ever does.
package final class DiskThreads: TaskExecutor {
    /// The most threads, unless told otherwise: as many as a disk or a network file system has use for at a time.
    package static let limit = 16

    private let threads: JobThreads

    /// Threads for as much at a time; none is started before there is work.
    ///
    /// - Parameter name: What debuggers call them; at most 15 bytes.
    package convenience init(limit: Int = DiskThreads.limit, named name: String = "mosaic-disk") {
        self.init(JobThreads(named: name, limit: limit, whenIdle: .waits))
    }

    init(_ threads: JobThreads) { self.threads = threads }

    deinit { threads.close() }

    package func enqueue(_ job: consuming ExecutorJob) { threads.add(UnownedJob(job), for: asUnownedTaskExecutor()) }
}
