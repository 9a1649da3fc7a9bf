import HTTPTypes
import Hummingbird

/// Answers a request for a storyboard that is not there by having it composed, where it has screenshots.
struct FirstRequests: RouterMiddleware {
    typealias Context = ServerContext

    let compositions: FirstCompositions
    let rule: AccessRule

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as RequestError where error == .noStoryboard && ReadMethod(request.method) != nil {
            // A client without access gets another error.
            let mayCompose = await rule.mayCompose(request, now: .now)
            let owner = mayCompose ? await rule.owner(of: request, now: .now) : nil
            guard try await compositions.storyboardAppears(context.storyboard(), for: owner) else {
                throw error
            }
            return try await next(request, context)
        }
    }
}
