/// Runs work that waits for the disk on threads of its own, so that other tasks continue.
package enum BlockingWork {
    package static let threads = DiskThreads()

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
