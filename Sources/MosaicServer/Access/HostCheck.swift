import Hummingbird

/// Rejects requests whose Host is not allowed, as after DNS rebinding.
struct HostCheck: RouterMiddleware {
    typealias Context = ServerContext

    let rule: HostRule
    /// Paths that are answered under any name.
    let exempt: Set<String>

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard rule.allows(request.head.authority) || exempt.contains(request.uri.path) else {
            throw RequestError(.misdirected, "The server does not answer to this name.")
        }
        return try await next(request, context)
    }
}
