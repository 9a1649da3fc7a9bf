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
