import CoreMetrics
import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary
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

/// Metrics of jobs and uploads.
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

    func began(_ job: Job) { begun.withLock { $0[job.number] = .now } }

    /// Records the time from the attempt's start to the publication of its storyboard.
    func published(_ job: Job) {
        guard let begin = begun.withLock({ $0[job.number] }) else { return }
        composing.record(duration: .now - begin)
    }

    /// Removes the start time of an attempt that ended.
    func ended(_ job: Job) { begun.withLock { $0[job.number] = nil } }

    func uploaded(bytes count: Int) {
        screenshots.increment()
        bytes.increment(by: count)
    }
}

extension CoreMetrics.Timer {
    func record(duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
