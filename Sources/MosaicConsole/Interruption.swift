import Dispatch
import Foundation

/// What Ctrl-C (SIGINT) and SIGTERM do: the first one asks the work to come to its end, a second one ends the program
/// at once.
package enum Interruption {
    /// Does some work in a task that the first signal cancels.
    ///
    /// - Throws: Whatever `work` throws; what cancelled work throws is for the caller to judge.
    package static func cancelling<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task { try await work() }
        let queue = DispatchQueue(label: "interruption")
        let sources = [SIGINT, SIGTERM].map { number in
            // What a signal does by itself would come first.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // As the shell tells of a program that a signal ended.
                if task.isCancelled { _exit(128 + number) }
                task.cancel()
            }
            source.activate()
            return source
        }
        defer {
            for source in sources { source.cancel() }
            for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        }
        return try await task.value
    }
}
