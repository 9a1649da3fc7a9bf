import CoreMetrics
import Mosaic
import MosaicLibrary
import Synchronization

/// Metrics of the work on storyboards.
final class JobMetrics: Sendable {
    private let composing: CoreMetrics.Timer
    private let screenshots: Counter
    private let bytes: Counter
    private let begun = Mutex<[JobNumber: ContinuousClock.Instant]>([:])

    init(_ metrics: any MetricsFactory) {
        composing = Timer(label: "mosaic_compose_duration_seconds", factory: metrics)
        screenshots = Counter(label: "mosaic_uploaded_screenshots_total", factory: metrics)
        bytes = Counter(label: "mosaic_uploaded_bytes_total", factory: metrics)
    }

    /// A worker has begun to look at a job.
    func began(_ job: Job) { begun.withLock { $0[job.number] = .now } }

    /// The storyboard is published: the time since the beginning was spent on it.
    func published(_ job: Job) {
        guard let begin = begun.withLock({ $0[job.number] }) else { return }
        composing.record(duration: .now - begin)
    }

    /// The attempt ended; drops its start time.
    func ended(_ job: Job) { begun.withLock { $0[job.number] = nil } }

    /// A screenshot has come in.
    func uploaded(bytes count: Int) {
        screenshots.increment()
        bytes.increment(by: count)
    }
}

extension CoreMetrics.Timer {
    /// Records how long something took.
    func record(duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
