import Foundation
import Logging
import Mosaic
import MosaicLibrary
import Synchronization

/// The queue of callbacks to deliver, in memory.
final class CallbackQueue: Sendable {
    /// One of several queues of due attempts, which are made one after the other.
    struct Lane: Sendable {
        let deliveries: AsyncStream<CallbackDelivery>
        private let source: AsyncStream<CallbackDelivery>.Continuation

        fileprivate init() { (deliveries, source) = AsyncStream<CallbackDelivery>.makeStream() }

        /// Appends a delivery that is due.
        func append(_ delivery: CallbackDelivery) { source.yield(delivery) }
    }

    /// Maximum number of undelivered callbacks.
    static let capacity = 1_000
    /// Number of concurrent attempts.
    private static let laneCount = 4

    let lanes: [Lane]
    private let capacity: Int
    private let traces: JobTraces
    private let urls: URLBuilder
    private let logger: Logger
    private let state = Mutex((added: 0, outstanding: 0))

    init(
        urls: URLBuilder, traces: JobTraces = JobTraces(), capacity: Int = CallbackQueue.capacity, logger: Logger
    ) {
        self.traces = traces
        self.urls = urls
        self.capacity = capacity
        self.logger = logger
        lanes = (0..<Self.laneCount).map { _ in Lane() }
    }

    /// Number of callbacks that are neither delivered nor dropped.
    var outstanding: Int { state.withLock { $0.outstanding } }

    /// Adds the callback of a finished job, with the job's trace; drops it with a warning if the queue is full.
    func add(_ job: Job, _ entry: CatalogEntry?) {
        let number = state.withLock { state -> Int? in
            guard state.outstanding < capacity else { return nil }
            state.added += 1
            state.outstanding += 1
            return state.added
        }
        let trace = traces.take(job.number)
        guard let number else {
            logger.warning(
                "A callback is dropped: \(capacity) wait already.", metadata: ["storyboard": "\(job.storyboard)"])
            return
        }
        lanes[number % lanes.count].append(CallbackDelivery(job, entry, urls, trace: trace))
    }

    /// Records that a callback was delivered or dropped.
    func finish() { state.withLock { $0.outstanding -= 1 } }
}

/// The callback for one finished job.
struct CallbackDelivery: Sendable {
    /// The delivery's id, equal for every attempt and on every server of the library. Receivers use it to drop
    /// duplicates.
    let id: String
    /// The storyboard, for the log.
    let storyboard: StoryboardID
    /// A JSON document.
    let body: [UInt8]
    /// The trace of the request that submitted the job; `nil` if unknown.
    let trace: TraceParent?
    /// Number of failed attempts.
    var failures = 0

    /// Creates the callback of a job, with its storyboard if that is published.
    init(_ job: Job, _ entry: CatalogEntry?, _ urls: URLBuilder, trace: TraceParent?) {
        self.trace = trace
        id = "\(job.number)-\(Int64((job.updated.timeIntervalSince1970 * 1_000).rounded()))"
        storyboard = job.storyboard
        body = JSONBody.bytes(of: VersionedDocument(Document(job, entry, urls)))
    }

    /// The body of a callback.
    private struct Document: Encodable {
        let job: JobDocument
        let storyboard: StoryboardDocument?

        init(_ job: Job, _ entry: CatalogEntry?, _ urls: URLBuilder) {
            self.job = JobDocument(job, urls, placeholders: entry?.placeholders)
            storyboard = entry.map { entry in
                let base = urls.absolute(entry.id) ?? urls.path(of: entry.id)
                return StoryboardDocument(entry, job: job, links: StoryboardDocument.Links(servedBelow: base))
            }
        }
    }
}

/// The traces of requests that submitted jobs, in memory, for the callbacks of these jobs.
final class JobTraces: Sendable {
    private struct State {
        var traces: [JobNumber: TraceParent] = [:]
        /// Jobs in order of arrival, including some jobs whose traces were taken.
        var order: [JobNumber] = []
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: Number of traces below which none is dropped.
    init(capacity: Int = 4_096) { self.capacity = capacity }

    /// Stores the trace of a request for a job. Does nothing without a trace.
    func note(_ trace: TraceParent?, of job: JobNumber) {
        guard let trace else { return }
        state.withLock { state in
            if state.traces.updateValue(trace, forKey: job) == nil { state.order.append(job) }
            guard state.order.count >= 2 * capacity else { return }
            // A job whose trace was taken and noted again is in the list twice.
            var seen: Set<JobNumber> = []
            state.order.removeAll { state.traces[$0] == nil || !seen.insert($0).inserted }
            let dropped = state.order.prefix(max(0, state.order.count - capacity))
            for job in dropped { state.traces[job] = nil }
            state.order.removeFirst(dropped.count)
        }
    }

    /// Returns and removes the trace of a finished job.
    func take(_ job: JobNumber) -> TraceParent? { state.withLock { $0.traces.removeValue(forKey: job) } }
}

extension TraceParent {
    /// The `traceparent` of a new trace with random identifiers.
    static func random() -> String { "00-\(digits())\(digits())-\(digits())-00" }

    /// The `traceparent` of a request that this request causes: the same trace with a new span.
    func child() -> String { "00-\(traceID)-\(Self.digits())-\(Hexadecimal.text(of: [flags]))" }

    /// 16 hexadecimal digits, the first of which is not 0.
    private static func digits() -> String { String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }
}
