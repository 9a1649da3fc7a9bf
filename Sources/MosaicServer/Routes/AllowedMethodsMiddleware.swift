import HTTPTypes
import Hummingbird

/// Answers 405 where a path exists for other methods, and 404 where it does not exist.
///
/// See [RFC 9110, section 15.5.6](https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6).
struct AllowedMethodsMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let paths: KnownPaths

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            // Routes throw other errors: this one is the router's, for a path and method without a route.
            guard let methods = paths.methods(of: request.uri.path) else { throw error }
            throw RequestError(
                .methodNotAllowed, "\(request.method.rawValue) is not taken here.",
                [.allow: methods.map(\.rawValue).sorted().joined(separator: ", ")])
        }
    }
}
