import Mosaic
import MosaicConsole
import Synchronization

/// A batch from its first storyboard to the last one, or to the first signal.
struct BatchRun: Sendable {
    /// What it came to.
    struct End: Sendable {
        let table: BatchTable
        /// Whether a signal ended it.
        let isInterrupted: Bool
        /// Why results could not be written; nil where they could.
        let failure: (any Error)?
    }

    let batch: Batch
    let outlets: BatchDesk.Outlets

    func run(next: @escaping @Sendable () async -> Batch.Entry?) async throws -> End {
        try await Interruption.cancelling {
            let work = Mutex<Task<Void, Never>?>(nil)
            let desk = BatchDesk(outlets) { work.withLock { $0?.cancel() } }
            let task = Task { await batch.run(next: next) { desk.take($0) } }
            work.withLock { $0 = task }
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                outlets.bar.finish()
                StandardError.print("mosaic: Stopping when what is being published is; once more stops at once.")
                task.cancel()
            }
            outlets.bar.finish()
            let table = BatchTable(desk.summary, seconds: desk.seconds, isIncomplete: task.isCancelled)
            return End(table: table, isInterrupted: Task.isCancelled, failure: desk.failure)
        }
    }
}
