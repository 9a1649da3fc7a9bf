import Foundation

/// Concurrent blocking work, each part on a separate thread.
enum Crowd {
    struct Failure: Error {
        let reason: String
    }

    /// Throws if a condition is false: outside of a task, a thread cannot record an issue of its test.
    static func check(_ isSo: Bool, _ reason: @autoclosure () -> String) throws {
        guard isSo else { throw Failure(reason: reason()) }
    }

    /// Returns when all have ended, with what those threw that failed.
    static func run(_ works: [@Sendable () throws -> Void]) async -> [String] {
        await withTaskGroup(of: String?.self) { group in
            for work in works {
                group.addTask {
                    await withCheckedContinuation { done in
                        Thread.detachNewThread {
                            do {
                                try work()
                                done.resume(returning: nil)
                            } catch {
                                done.resume(returning: "\(error)")
                            }
                        }
                    }
                }
            }
            return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
    }
}
