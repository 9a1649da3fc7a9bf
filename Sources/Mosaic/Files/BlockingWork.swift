import Foundation

/// Work that waits for the disk, done on threads of its own, so that tasks that have something to do go on.
enum BlockingWork {
    /// Does all of it side by side: a file system that flushes several files at a time takes hardly longer than for one.
    ///
    /// - Throws: The first error of any.
    static func run(_ work: [@Sendable () throws -> Void]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for item in work {
                group.addTask {
                    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                        Thread.detachNewThread { done.resume(with: Result(catching: item)) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
