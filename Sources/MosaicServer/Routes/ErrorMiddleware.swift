import Hummingbird
import Logging
import Mosaic

/// Turns errors into answers, so that outer middleware sees answers only.
struct ErrorMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let answer = ErrorResponse(error)
            let isOurs = answer.status.kind == .serverError
            context.logger.log(
                level: isOurs ? .error : .debug, "\(isOurs ? "The request failed." : "The request was refused.")",
                metadata: ["error": "\(error)", "code": "\(answer.code)"])
            return answer.response(to: request.method)
        }
    }
}
