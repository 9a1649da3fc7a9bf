import HTTPTypes
import Hummingbird

/// Answers preflights before other checks, and adds CORS fields to every answer.
struct CrossOriginAnswers: RouterMiddleware {
    typealias Context = ServerContext

    let rule: OriginRule
    let paths: KnownPaths

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let isPublished = paths.isPublished(request.uri.path)
        if request.method == .options,
            let fields = rule.preflightFields(for: request.headers, isPublished: isPublished)
        {
            return .empty(.noContent, fields)
        }
        var response = try await next(request, context)
        for field in rule.fields(for: request.headers, method: request.method, isPublished: isPublished) {
            response.headers.append(field)
        }
        return response
    }
}
