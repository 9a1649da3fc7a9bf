import Foundation
import HTTPTypes
import Hummingbird

/// Registers the routes of all controllers. Each route must state its access rule, and no route bypasses the check of
/// this rule.
struct Routes {
    /// Responds to a GET request. The caller applies HEAD, preconditions and ranges.
    typealias Reading = @Sendable (Request, ServerContext) async throws -> BufferedResponse
    /// Returns the cached body for the target of a GET request; `nil` if none is cached.
    typealias CachedReading = @Sendable (HotRoutes.Target) -> BufferedResponse?
    /// Handles a request completely.
    typealias Handling = @Sendable (Request, ServerContext) async throws -> Response

    private let router: Router<ServerContext>
    private let rule: AccessRule
    private let prefix: String
    private let paths: KnownPaths

    /// Creates routes below `prefix`, which is empty or begins with a slash. The router must already have all of its
    /// middleware.
    init(router: Router<ServerContext>, paths: KnownPaths, rule: AccessRule, prefix: String) {
        self.router = router
        self.rule = rule
        self.prefix = prefix
        self.paths = paths
    }

    /// The same routes without the prefix; `nil` if there is no prefix.
    var unprefixed: Routes? { prefix.isEmpty ? nil : Routes(at: "", self) }

    private init(at prefix: String, _ other: Routes) {
        router = other.router
        rule = other.rule
        paths = other.paths
        self.prefix = prefix
    }

    /// Registers a handler of GET and HEAD requests.
    ///
    /// - Parameter cached: Returns the body that `reading` would return, without waiting; `nil` if the route has no
    ///   cache.
    func read(
        _ path: String, _ access: RouteAccess, cached: CachedReading? = nil, _ reading: @escaping Reading
    ) {
        on([.get, .head], path, access, cached: cached) { request, context in
            if access.isPublished { try Self.refuseSlash(in: request) }
            let body = try await reading(request, context)
            return body.response(to: ReadMethod(request.method) ?? .get, request.headers, now: .now)
        }
    }

    /// Refuses a file's path with a slash at its end. The router ignores the slash, but clients would resolve relative
    /// URLs in the file below that path.
    ///
    /// - Throws: `notFound`.
    static func refuseSlash(in request: Request) throws(RequestError) {
        guard request.uri.path.hasSuffix("/") else { return }
        throw RequestError(.notFound, "A file's path does not end with a slash; leave it out.")
    }

    /// Registers a handler of several methods. `access` determines which requests are allowed.
    func on(
        _ methods: [HTTPRequest.Method], _ path: String, _ access: RouteAccess, cached: CachedReading? = nil,
        _ handling: @escaping Handling
    ) {
        let (rule, path) = (rule, RouterPath(prefix + path))
        paths.add(path, methods, access, cached: cached)
        for method in methods {
            router.on(path, method: method) { request, context in
                try rule.admit(
                    request, to: access, storyboard: try? context.storyboard(), picture: context.picture, now: .now)
                var owned = context
                if access.submitsJobs { owned.owner = rule.owner(of: request, now: .now) }
                return try await handling(request, owned)
            }
        }
    }
}

extension HTTPDate {
    /// The current time of the system's clock.
    static var now: HTTPDate { HTTPDate(secondsSince1970: Int64(Date().timeIntervalSince1970.rounded(.down))) }
}

/// The kind of a route, which determines its access rule.
enum RouteAccess: Hashable, Sendable {
    /// Always public, such as health checks, the API description and the front page.
    case open
    /// A published resource of a storyboard. It is public, or requires a token or a signed link.
    case published(ResourceKind)
    /// Lists, jobs and other reports on the whole library. Requires a token if the server has authentication.
    case report
    /// Changes stored data. Requires a token if the server has authentication. Refused for pages of origins that may
    /// not write, and on a read-only server.
    case write
    /// Receives a notification of an external change. Access is as for `write`, but the token may also be sent without
    /// the word Bearer, as some senders of notifications do.
    case notification
    /// Videos, lists of videos and lists of downloads. Requires a token even if other routes do not, unless the server
    /// opens downloads. Players load videos by URL only, so the token may be allowed in the query.
    case download(takesTokenInQuery: Bool)
    /// Changes downloads. Access is as for `write`, and requires a token if ``download(takesTokenInQuery:)`` does.
    case downloadWrite
    /// Maintenance that changes no stored data. Access is as for `write`, but a read-only server with authentication
    /// also allows it.
    case upkeep

    /// Whether requests of this kind may submit jobs.
    var submitsJobs: Bool {
        switch self {
        case .write, .notification, .downloadWrite: true
        case .open, .published, .report, .download, .upkeep: false
        }
    }

    /// Whether the route serves a document or picture of a storyboard. Pages of all origins may read these by default,
    /// but not lists.
    var isPublished: Bool {
        switch self {
        case .published(let kind): kind != .report
        case .open, .report, .write, .notification, .download, .downloadWrite, .upkeep: false
        }
    }
}
