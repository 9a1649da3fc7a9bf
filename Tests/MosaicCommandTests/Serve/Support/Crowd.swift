import Foundation

/// Many who do something at the same time, each on a thread of its own, because all of it blocks.
enum Crowd {
    struct Failure: Error {
        let reason: String
    }

    /// What is wrong on such a thread is thrown, because there a test does not know itself.
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
