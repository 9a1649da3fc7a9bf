package import CoreMetrics
import HTTPTypes
import Hummingbird
import Mosaic
package import MosaicLibrary
import Synchronization

/// Counts requests and measures their time by route. Paths are not used, because clients choose them freely.
final class RequestMetrics: RouterMiddleware {
    typealias Context = ServerContext

    private struct Series: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    private let metrics: any MetricsFactory
    private let timers = Mutex<[Series: CoreMetrics.Timer]>([:])

    init(_ metrics: any MetricsFactory) { self.metrics = metrics }

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let begin = ContinuousClock.now
        var status = HTTPResponse.Status.ok
        defer {
            record(route: context.endpointPath ?? "", method: request.method, status: status, begin: begin)
        }
        do {
            let response = try await next(request, context)
            status = response.status
            return response
        } catch {
            status = ErrorResponse(error).status
            throw error
        }
    }

    func record(
        route: String, method: HTTPRequest.Method, status: HTTPResponse.Status, begin: ContinuousClock.Instant
    ) {
        timer(route: route, method: method, status: status).record(duration: .now - begin)
    }

    /// The timer of requests with the same route, method and status.
    func timer(route: String, method: HTTPRequest.Method, status: HTTPResponse.Status) -> CoreMetrics.Timer {
        let series = Series(route: route, method: Self.name(of: method), status: status.code)
        return timers.withLock { timers in
            if let timer = timers[series] { return timer }
            let timer = CoreMetrics.Timer(
                label: "mosaic_http_request_duration_seconds",
                dimensions: [("route", series.route), ("method", series.method), ("status", "\(series.status)")],
                factory: metrics)
            timers[series] = timer
            return timer
        }
    }

    /// The label of a method. Unknown methods share one label, because clients choose methods freely.
    private static func name(of method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .head, .put, .post, .delete, .options: method.rawValue
        default: "other"
        }
    }
}

/// Metrics of uploads.
struct UploadMetrics: Sendable {
    private let screenshots: Counter
    private let bytes: Counter

    init(_ metrics: any MetricsFactory) {
        screenshots = Counter(label: "mosaic_uploaded_screenshots_total", factory: metrics)
        bytes = Counter(label: "mosaic_uploaded_bytes_total", factory: metrics)
    }

    func uploaded(bytes count: Int) {
        screenshots.increment()
        bytes.increment(by: count)
    }
}

/// Metrics of the work of a process on jobs.
package final class JobMetrics: Sendable {
    private let composing: CoreMetrics.Timer
    /// Counts jobs by their results, and published tiles and bytes; `nil` without counters.
    private let count: (@Sendable (JobReport) -> Void)?
    private let begun = Mutex<[JobNumber: ContinuousClock.Instant]>([:])

    /// Creates the metrics of a server, or of a worker, which has counters, too.
    package init(_ metrics: any MetricsFactory, countsResults: Bool) {
        composing = Timer(label: "mosaic_compose_duration_seconds", factory: metrics)
        count = countsResults ? Self.counting(metrics) : nil
    }

    /// Counts an event of a worker, and measures the time from the beginning of an attempt to its publications.
    package func note(_ report: JobReport) {
        switch report {
        case .began(let job): begun.withLock { $0[job.number] = .now }
        case .published(let job, _):
            // Records the time from the beginning of the attempt to the publication.
            if let begin = begun.withLock({ $0[job.number] }) { composing.record(duration: .now - begin) }
        case .ended(let job, _), .lost(let job): begun.withLock { $0[job.number] = nil }
        case .composing, .stuck: break
        }
        count?(report)
    }

    private static func counting(_ metrics: any MetricsFactory) -> @Sendable (JobReport) -> Void {
        let (done, failed, skipped) = (ended("done", metrics), ended("failed", metrics), ended("skipped", metrics))
        let tiles = Counter(label: "mosaic_tiles_total", factory: metrics)
        let bytes = Counter(label: "mosaic_sheet_bytes_total", factory: metrics)
        return { report in
            switch report {
            case .published(_, let composition):
                tiles.increment(by: composition.storyboard.tiles.count - composition.reusedTiles)
                bytes.increment(by: composition.storyboard.sheetBytes)
            // If a submission or a screenshot arrived during the attempt, the job is not completed: another attempt
            // follows.
            case .ended(let job, .complete): if job.state == .completed { done.increment() }
            case .ended(_, .fail): failed.increment()
            case .lost: skipped.increment()
            case .began, .composing, .ended, .stuck: break
            }
        }
    }

    private static func ended(_ result: String, _ metrics: any MetricsFactory) -> Counter {
        Counter(label: "mosaic_finished_jobs_total", dimensions: [("result", result)], factory: metrics)
    }
}

extension CoreMetrics.Timer {
    func record(duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
