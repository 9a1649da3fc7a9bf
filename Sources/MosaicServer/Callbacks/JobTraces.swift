import Mosaic
import MosaicLibrary
import Synchronization

/// The traces of the requests that submitted jobs, in memory, for the callbacks of these jobs.
final class JobTraces: Sendable {
    private struct State {
        var traces: [JobNumber: TraceParent] = [:]
        /// In the order of their arrival, those that were taken included.
        var order: [JobNumber] = []
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: The most traces; the oldest are dropped.
    init(capacity: Int = 4_096) { self.capacity = capacity }

    /// Remembers the trace of a request for a job; nothing where the client names none.
    func note(_ trace: TraceParent?, of job: JobNumber) {
        guard let trace else { return }
        state.withLock { state in
            state.traces[job] = trace
            state.order.append(job)
            guard state.order.count >= 2 * capacity else { return }
            state.order.removeFirst(capacity)
            let kept = Set(state.order)
            state.traces = state.traces.filter { kept.contains($0.key) }
        }
    }

    /// Returns the trace of a job that has ended, and forgets it.
    func take(_ job: JobNumber) -> TraceParent? { state.withLock { $0.traces.removeValue(forKey: job) } }
}

extension TraceParent {
    /// A new trace with random identifiers.
    static func random() -> String { "00-\(digits())\(digits())-\(digits())-00" }

    /// The value of the field for a request that this one causes: the same trace, a new span.
    func child() -> String { "00-\(traceID)-\(Self.digits())-\(Hexadecimal.text(of: [flags]))" }

    /// 16 hexadecimal digits, the first of which is not 0.
    private static func digits() -> String { String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }
}
