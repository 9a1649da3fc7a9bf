import HTTPTypes
import Hummingbird

/// Answers preflights before anything else is asked, and puts on every answer which pages may see it.
struct CrossOriginAnswers: RouterMiddleware {
    typealias Context = ServerContext

    let rule: OriginRule

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        if request.method == .options, let fields = rule.preflightFields(for: request.headers) {
            return .empty(.noContent, fields)
        }
        var response = try await next(request, context)
        for field in rule.fields(for: request.headers, method: request.method) { response.headers.append(field) }
        return response
    }
}
