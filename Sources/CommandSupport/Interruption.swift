import Dispatch
import Foundation

/// Handles Ctrl-C (SIGINT) and SIGTERM: the first signal cancels the work, a second one ends the process at once.
package enum Interruption {
    /// Runs work in a task that the first signal cancels.
    ///
    /// - Throws: Errors of `work`. The caller interprets errors of cancelled work.
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
                // The shell's status for a program that was ended by a signal.
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
