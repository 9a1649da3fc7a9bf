/// Threads for work that waits for the disk, so that neither event loops nor the cooperative pool wait.
package final class BlockingExecutor: TaskExecutor {
    /// The default number of threads: as many requests as a disk or a network file system serves at a time.
    package static let limit = 16

    private let threads: ThreadPool

    /// At most `limit` threads; none is started before there is work.
    ///
    /// - Parameter name: The threads' name in debuggers, at most 15 bytes.
    package convenience init(limit: Int = BlockingExecutor.limit, named name: String = "mosaic-disk") {
        self.init(ThreadPool(named: name, limit: limit, whenIdle: .waits))
    }

    init(_ threads: ThreadPool) { self.threads = threads }

    deinit { threads.close() }

    package func enqueue(_ job: consuming ExecutorJob) { threads.add(UnownedJob(job), for: asUnownedTaskExecutor()) }
}

/// Runs work that waits for the disk on dedicated threads, so that other tasks continue.
package enum BlockingWork {
    package static let threads = BlockingExecutor()

    /// Runs all work concurrently: a file system flushes several files in hardly more time than one.
    ///
    /// - Throws: The first error of any.
    package static func run(_ work: [@Sendable () throws -> Void]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for item in work { group.addTask(executorPreference: threads) { try item() } }
            try await group.waitForAll()
        }
    }
}
