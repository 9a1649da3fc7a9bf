import Mosaic
import MosaicConsole
import MosaicLibrary
import Synchronization

/// A batch from its first storyboard to the last one, or to the first signal.
struct BatchRun: Sendable {
    /// The end of a batch.
    struct End: Sendable {
        let table: BatchTable
        /// Whether a signal ended it.
        let isInterrupted: Bool
        /// Why results could not be written; nil where they could.
        let failure: (any Error)?
    }

    let batch: Batch
    let outlets: BatchReporter.Outlets

    func run(next: @escaping @Sendable () async -> Batch.Entry?) async throws -> End {
        try await Interruption.cancelling {
            // A stop that is requested before the task exists stops it when it begins.
            let work = Mutex<(task: Task<Void, Never>?, mustStop: Bool)>((nil, false))
            let reporter = BatchReporter(outlets) {
                work.withLock { work in
                    work.mustStop = true
                    work.task?.cancel()
                }
            }
            let task = Task { await batch.run(next: next) { reporter.take($0) } }
            work.withLock { work in
                work.task = task
                if work.mustStop { task.cancel() }
            }
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                outlets.bar.finish()
                StandardError.print("mosaic: Stopping when what is being published is; once more stops at once.")
                task.cancel()
            }
            outlets.bar.finish()
            let table = BatchTable(
                reporter.summary, seconds: reporter.seconds, isIncomplete: task.isCancelled, report: outlets.report)
            return End(table: table, isInterrupted: Task.isCancelled, failure: reporter.failure)
        }
    }
}
