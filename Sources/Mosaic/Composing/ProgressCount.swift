import Synchronization

/// Counts finished screenshots across workers and reports each.
final class ProgressCount: Sendable {
    private let completed = Atomic(0)
    private let total: Int
    private let report: @Sendable (CompositionProgress) -> Void

    init(total: Int, report: @escaping @Sendable (CompositionProgress) -> Void) {
        self.total = total
        self.report = report
    }

    func advance(by finished: Int = 1) {
        guard finished > 0 else { return }
        let count = completed.wrappingAdd(finished, ordering: .relaxed).newValue
        report(CompositionProgress(completed: count, total: total))
    }
}
