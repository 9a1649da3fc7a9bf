import Foundation
import HTTPTypes
import Hummingbird

/// Registers the routes of controllers: each has to state who may use it, and no route bypasses that check.
struct Routes {
    /// Answers a GET; the caller applies HEAD, conditions and ranges.
    typealias Reading = @Sendable (Request, ServerContext) async throws -> BufferedResponse
    /// Answers a GET of a target from memory; nil where the body is not cached.
    typealias CachedReading = @Sendable (HotRoutes.Target) -> BufferedResponse?
    /// Answers a request in full.
    typealias Handling = @Sendable (Request, ServerContext) async throws -> Response

    private let router: Router<ServerContext>
    private let rule: AccessRule
    private let prefix: String
    private let paths: KnownPaths

    /// Routes below `prefix`, which is empty or begins with a slash. The router's middleware must be complete.
    init(router: Router<ServerContext>, paths: KnownPaths, rule: AccessRule, prefix: String) {
        self.router = router
        self.rule = rule
        self.prefix = prefix
        self.paths = paths
    }

    /// The same routes without the prefix; nil where there is no prefix.
    var unprefixed: Routes? { prefix.isEmpty ? nil : Routes(at: "", self) }

    private init(at prefix: String, _ other: Routes) {
        router = other.router
        rule = other.rule
        paths = other.paths
        self.prefix = prefix
    }

    /// Serves GET and HEAD.
    ///
    /// - Parameter cached: Finds the body that `reading` would give, without waiting; nil where it never can.
    func read(
        _ path: String, _ access: RouteAccess, cached: CachedReading? = nil, _ reading: @escaping Reading
    ) {
        on([.get, .head], path, access, cached: cached) { request, context in
            if access.isPublished { try Self.refuseSlash(in: request) }
            let body = try await reading(request, context)
            return body.response(to: ReadMethod(request.method) ?? .get, request.headers, now: .now)
        }
    }

    /// Refuses the path of a file with a slash at its end, which the router ignores: relative URLs in the file would lead
    /// below it.
    ///
    /// - Throws: `notFound`.
    static func refuseSlash(in request: Request) throws(RequestError) {
        guard request.uri.path.hasSuffix("/") else { return }
        throw RequestError(.notFound, "A file's path does not end with a slash; leave it out.")
    }

    /// Registers methods of a path; `access` says whether they change anything.
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
    /// The system's clock.
    static var now: HTTPDate { HTTPDate(secondsSince1970: Int64(Date().timeIntervalSince1970.rounded(.down))) }
}

/// The kind of a route, which decides who may use it.
enum RouteAccess: Hashable, Sendable {
    /// Always open to everyone: whether the server runs.
    case open
    /// A published resource of a storyboard: readable by all, or with a token or signed link.
    case published(ResourceKind)
    /// Lists, jobs and other reports on the whole library: with the token where there is one.
    case report
    /// Changes stored data: with the token where there is one, never from a page of another origin, not at all on a
    /// read-only server.
    case write
    /// Reports a change elsewhere: like a write, and the token may also come without the word Bearer, as some senders of
    /// notifications write it.
    case notification
    /// Videos, and lists of them and of downloads: with a token also where nothing else takes one, unless the server
    /// opens them. Players load videos by URL alone, so that a token in the query may be taken, too.
    case download(takesTokenInQuery: Bool)
    /// Changes downloads: like a write, and with a token where ``download(takesTokenInQuery:)`` takes one.
    case downloadWrite
    /// Changes no stored data: like a write, but also allowed with the token on a read-only server.
    case upkeep

    /// Whether its requests may submit jobs.
    var submitsJobs: Bool {
        switch self {
        case .write, .notification, .downloadWrite: true
        case .open, .published, .report, .download, .upkeep: false
        }
    }

    /// Whether it is a document or picture of a storyboard, which pages of all origins may read by default; lists are
    /// not.
    var isPublished: Bool {
        switch self {
        case .published(let kind): kind != .report
        case .open, .report, .write, .notification, .download, .downloadWrite, .upkeep: false
        }
    }
}
