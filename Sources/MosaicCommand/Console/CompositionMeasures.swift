import CoreMetrics
import Mosaic
import MosaicLibrary
import Synchronization

/// Counts and times of the jobs of a worker.
final class CompositionMeasures: Sendable {
    /// How a job ended.
    private enum Ending: String, CaseIterable {
        case done, failed, skipped
    }

    private let endings: [Ending: Counter]
    private let tiles: Counter
    private let bytes: Counter
    private let composing: CoreMetrics.Timer
    /// When attempts at jobs began.
    private let begun = Mutex<[JobNumber: ContinuousClock.Instant]>([:])

    init(_ metrics: any MetricsFactory) {
        endings = Dictionary(
            uniqueKeysWithValues: Ending.allCases.map { ending in
                let dimensions = [("result", ending.rawValue)]
                return (ending, Counter(label: "mosaic_finished_jobs_total", dimensions: dimensions, factory: metrics))
            })
        tiles = Counter(label: "mosaic_tiles_total", factory: metrics)
        bytes = Counter(label: "mosaic_sheet_bytes_total", factory: metrics)
        composing = Timer(label: "mosaic_compose_duration_seconds", factory: metrics)
    }

    /// Counts an event of a worker.
    func note(_ report: JobReport) {
        switch report {
        case .began(let job): begun.withLock { $0[job.number] = .now }
        case .published(let job, let composition):
            let begin = begun.withLock { $0[job.number] } ?? .now
            let bytes = composition.storyboard.sheets.reduce(0) { $0 + $1.bytes }
            published(
                tiles: composition.storyboard.tiles.count - composition.reusedTiles, bytes: bytes, after: .now - begin)
        case .ended(let job, let outcome):
            end(job)
            switch outcome {
            // Another attempt follows where something arrived in the meantime.
            case .complete: if job.state == .completed { count(.done) }
            case .fail: count(.failed)
            case .wait, .postpone, .retry: break
            }
        case .lost(let job):
            end(job)
            count(.skipped)
        case .composing, .stuck: break
        }
    }

    private func end(_ job: Job) { begun.withLock { $0[job.number] = nil } }

    private func count(_ ending: Ending) { endings[ending]?.increment() }

    private func published(tiles made: Int, bytes count: Int, after time: Duration) {
        tiles.increment(by: made)
        bytes.increment(by: count)
        let (seconds, attoseconds) = time.components
        composing.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
