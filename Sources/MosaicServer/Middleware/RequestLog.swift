import HTTPTypes
import Hummingbird
import Logging

/// Gives each request its number, in the answer as in the log, and writes down how it went.
struct RequestLog: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let begin = ContinuousClock.now
        var response = try await next(request, context)
        response.headers[.requestID] = context.requestID
        Self.write(
            context.logger, method: request.method.rawValue, target: request.head.path ?? "", status: response.status,
            bytes: response.body.contentLength ?? 0, begin: begin)
        return response
    }

    /// Writes down how a request went; the logger knows its number.
    static func write(
        _ logger: Logger, method: String, target: String, status: HTTPResponse.Status, bytes: Int,
        begin: ContinuousClock.Instant
    ) {
        guard logger.logLevel <= .info else { return }
        let elapsed = (ContinuousClock.now - begin).components
        logger.info(
            "request",
            metadata: [
                "method": "\(method)", "target": "\(LoggedTarget(target))", "status": "\(status.code)",
                "bytes": "\(bytes)",
                "duration_us": "\(elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000)",
            ])
    }
}

extension HTTPField.Name {
    /// What a request is called in the log.
    static let requestID = constant("X-Request-ID")
}
