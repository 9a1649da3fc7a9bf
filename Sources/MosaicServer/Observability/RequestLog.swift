import HTTPTypes
import Hummingbird
import Logging

/// Gives each request an id, in answer and log, and logs its end.
struct RequestLog: RouterMiddleware {
    typealias Context = ServerContext

    private let logger: Logger
    /// The logger's handler where it takes requests directly; nil where each has to become an event.
    private let lines: LineLogHandler?

    init(_ logger: Logger) {
        self.logger = logger
        lines = logger.handler as? LineLogHandler
    }

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let begin = ContinuousClock.now
        var context = context
        if let trace = request.headers[.traceParent] { context.trace = TraceParent(parsing: trace) }
        var response = try await next(request, context)
        response.headers[.requestID] = context.requestID
        write(
            LoggedRequest(
                number: context.requestID, method: request.method.rawValue, target: request.head.path ?? "",
                status: response.status, bytes: response.body.contentLength ?? 0, duration: .now - begin,
                trace: context.trace))
        return response
    }

    /// Writes down how a request went.
    func write(_ request: @autoclosure () -> LoggedRequest) {
        guard logger.logLevel <= LoggedRequest.level else { return }
        if let lines { return lines.log(request()) }
        let request = request()
        logger.log(level: LoggedRequest.level, "\(LoggedRequest.message)", metadata: request.metadata)
    }
}

extension HTTPField.Name {
    /// The request's id in the log.
    static let requestID = constant("X-Request-ID")
}
