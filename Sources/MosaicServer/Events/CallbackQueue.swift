import Foundation
import Logging
import Mosaic
import MosaicLibrary
import Synchronization

/// The callbacks that are to be delivered, in memory.
final class CallbackQueue: Sendable {
    /// Some of the attempts that are due, each group one after the other.
    struct Lane: Sendable {
        let deliveries: AsyncStream<CallbackDelivery>
        private let source: AsyncStream<CallbackDelivery>.Continuation

        fileprivate init() { (deliveries, source) = AsyncStream<CallbackDelivery>.makeStream() }

        /// Appends a delivery that is due.
        func append(_ delivery: CallbackDelivery) { source.yield(delivery) }
    }

    /// The most callbacks that are not delivered yet.
    static let capacity = 1_000
    /// Attempts at a time.
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

    /// Callbacks that are neither delivered nor dropped.
    var outstanding: Int { state.withLock { $0.outstanding } }

    /// Adds the callback of a finished job; drops it if the queue is full.
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

    /// Notes that a callback is delivered or dropped.
    func finish() { state.withLock { $0.outstanding -= 1 } }
}

/// The callback for one finished job.
struct CallbackDelivery: Sendable {
    /// Equal for every attempt, and for every server of the library: receivers drop duplicates by it.
    let id: String
    /// The storyboard, for the log.
    let storyboard: StoryboardID
    /// A JSON document.
    let body: [UInt8]
    /// The trace of the request that the job was submitted by; nil where none is known.
    let trace: TraceParent?
    /// How often it has failed.
    var failures = 0

    /// Describes a job, and its storyboard where that is published.
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
