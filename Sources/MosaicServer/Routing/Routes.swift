import Foundation
import HTTPSemantics
import HTTPTypes
import Hummingbird

/// Where controllers put their routes: each has to say who may use it, and none can be reached around that.
struct Routes {
    /// Answers a GET; what HEAD, conditions and ranges make of it is not its concern.
    typealias Reading = @Sendable (Request, ServerContext) async throws -> ServedBody
    /// Answers a request in full.
    typealias Handling = @Sendable (Request, ServerContext) async throws -> Response

    private let router: Router<ServerContext>
    private let rule: AccessRule
    private let prefix: String
    private let paths: KnownPaths

    /// Routes below `prefix`, which is empty or begins with a slash; what happens to every request has to be there.
    init(router: Router<ServerContext>, paths: KnownPaths, rule: AccessRule, prefix: String) {
        self.router = router
        self.rule = rule
        self.prefix = prefix
        self.paths = paths
        router.add(middleware: MethodCheck(paths: paths))
    }

    /// The same routes where nothing stands in front of the paths; nil where nothing does anyway.
    var unprefixed: Routes? { prefix.isEmpty ? nil : Routes(at: "", self) }

    private init(at prefix: String, _ other: Routes) {
        router = other.router
        rule = other.rule
        paths = other.paths
        self.prefix = prefix
    }

    /// Serves GET and HEAD.
    func read(_ path: String, _ access: RouteAccess, _ reading: @escaping Reading) {
        on([.get, .head], path, access) { request, context in
            let body = try await reading(request, context)
            return body.response(to: ReadMethod(request.method) ?? .get, request.headers, now: .now)
        }
    }

    /// Serves these methods; `access` says whether that changes anything.
    func on(
        _ methods: [HTTPRequest.Method], _ path: String, _ access: RouteAccess, _ handling: @escaping Handling
    ) {
        let (rule, path) = (rule, RouterPath(prefix + path))
        paths.add(path, methods, access)
        for method in methods {
            router.on(path, method: method) { request, context in
                try await rule.admit(
                    request, to: access, storyboard: try? context.storyboard(), picture: context.picture, now: .now)
                return try await handling(request, context)
            }
        }
    }
}

extension HTTPDate {
    /// The system's clock.
    static var now: HTTPDate { HTTPDate(secondsSince1970: Int64(Date().timeIntervalSince1970.rounded(.down))) }
}
