/// Work that waits for the disk, done on threads of its own, so that tasks that have something to do go on.
package enum BlockingWork {
    package static let threads = DiskThreads()

    /// Does all of it side by side: a file system that flushes several files at a time takes hardly longer than for one.
    ///
    /// - Throws: The first error of any.
    package static func run(_ work: [@Sendable () throws -> Void]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for item in work { group.addTask(executorPreference: threads) { try item() } }
            try await group.waitForAll()
        }
    }
}
