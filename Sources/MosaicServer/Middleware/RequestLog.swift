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
        let elapsed = (ContinuousClock.now - begin).components
        context.logger.info(
            "request",
            metadata: [
                "method": "\(request.method)", "target": "\(LoggedTarget(request.head.path ?? ""))",
                "status": "\(response.status.code)", "bytes": "\(response.body.contentLength ?? 0)",
                "duration_us": "\(elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000)",
            ])
        return response
    }
}

extension HTTPField.Name {
    /// What a request is called in the log.
    static let requestID = constant("X-Request-ID")
}
