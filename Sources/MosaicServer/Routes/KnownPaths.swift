import HTTPTypes
import Hummingbird
import Mosaic
import Synchronization

/// The server's route table: for each path its methods, the access rule of GET, and the function that reads its cached
/// body. Filled as routes are added.
final class KnownPaths: Sendable {
    private struct Entry {
        let path: RouterPath
        var methods: [HTTPRequest.Method]
        var reading: RouteAccess?
        var cached: Routes.CachedReading?
    }

    /// A node of the path tree: the continuations of one beginning of a path.
    private struct Node {
        /// Indices of the next nodes, by literal path component.
        var spelledOut: [Substring: Int] = [:]
        /// Index of the next node for a parameter.
        var parameter: Int?
        /// Index of the entry whose path ends here.
        var end: Int?
        /// Index of the entry whose path ends here with a wildcard for one or more components.
        var rest: Int?
    }

    private struct State {
        var entries: [Entry] = []
        /// The first node is the root.
        var nodes = [Node()]
    }

    /// For suggestions of similar routes: maximum length of a path in bytes, and minimum length of a component in
    /// characters.
    private static let (longestMistake, shortestMistake) = (256, 4)
    private let state = Mutex(State())

    /// Adds a route, or further methods to a route of the same path. Path components are literals, parameters or a
    /// wildcard at the end.
    ///
    /// - Parameter cached: Returns the cached body of a GET; `nil` if the route has no cache.
    func add(
        _ path: RouterPath, _ methods: [HTTPRequest.Method], _ access: RouteAccess, cached: Routes.CachedReading? = nil
    ) {
        let reading = methods.contains(.get) ? access : nil
        state.withLock { state in
            if let index = state.entries.firstIndex(where: { $0.path == path }) {
                state.entries[index].methods += methods
                state.entries[index].reading = reading ?? state.entries[index].reading
                state.entries[index].cached = cached ?? state.entries[index].cached
            } else {
                state.entries.append(Entry(path: path, methods: methods, reading: reading, cached: cached))
                Self.add(path, state.entries.count - 1, to: &state.nodes)
            }
        }
    }

    /// The methods of a path; `nil` if there is no route.
    func methods(of path: String) -> [HTTPRequest.Method]? {
        state.withLock { state in Self.entry(of: path, state).map { state.entries[$0].methods } }
    }

    /// Whether the server has the route that submits storyboards.
    var takesSubmissions: Bool {
        state.withLock { state in
            state.entries.contains {
                $0.methods.contains(.put) && $0.path.description.hasSuffix("/storyboards/{id}")
            }
        }
    }

    /// Suggests a literal component for a mistyped one in a path without a route; `nil` if no suggestion leads to a
    /// route. One of the two components must be a prefix of the other.
    func meantPart(of path: String) -> String? {
        let parts = path.split(separator: "/").map(String.init)
        guard path.utf8.count <= Self.longestMistake else { return nil }
        let known = state.withLock { Set($0.nodes.flatMap { $0.spelledOut.keys.map(String.init) }).sorted() }
        for (index, part) in parts.enumerated() where part.count >= Self.shortestMistake {
            let meant = known.first { known in
                guard known.hasPrefix(part) || part.hasPrefix(known), known.count >= Self.shortestMistake else {
                    return false
                }
                let path = parts[..<index] + [known] + parts[(index + 1)...]
                return methods(of: "/" + path.joined(separator: "/")) != nil
            }
            if let meant { return meant }
        }
        return nil
    }

    /// Whether a GET request for this path reads a published resource.
    func isPublished(_ path: String) -> Bool {
        state.withLock { state in
            Self.entry(of: path, state).flatMap { state.entries[$0].reading }?.isPublished ?? false
        }
    }

    /// The paths of published resources that have a cache, with the functions that read it.
    var cached: [(path: String, cached: Routes.CachedReading)] {
        state.withLock { state in
            state.entries.filter { $0.reading?.isPublished == true }.compactMap { entry in
                entry.cached.map { (entry.path.description, $0) }
            }
        }
    }

    private static func add(_ path: RouterPath, _ entry: Int, to nodes: inout [Node]) {
        var node = 0
        for part in path.components {
            if part == .recursiveWildcard {
                nodes[node].rest = nodes[node].rest ?? entry
                return
            }
            let text = Substring(part.description)
            let isParameter = text.first == "{" && text.last == "}"
            if let next = isParameter ? nodes[node].parameter : nodes[node].spelledOut[text] {
                node = next
                continue
            }
            nodes.append(Node())
            if isParameter {
                nodes[node].parameter = nodes.count - 1
            } else {
                nodes[node].spelledOut[text] = nodes.count - 1
            }
            node = nodes.count - 1
        }
        nodes[node].end = nodes[node].end ?? entry
    }

    private static func entry(of path: String, _ state: borrowing State) -> Int? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
        return entry(of: parts[...], at: 0, state.nodes)
    }

    /// Prefers literal components to parameters, as the router does.
    private static func entry(of parts: ArraySlice<Substring>, at node: Int, _ nodes: [Node]) -> Int? {
        guard let part = parts.first else { return nodes[node].end }
        if let next = nodes[node].spelledOut[part], let found = entry(of: parts.dropFirst(), at: next, nodes) {
            return found
        }
        if let next = nodes[node].parameter, let found = entry(of: parts.dropFirst(), at: next, nodes) {
            return found
        }
        return nodes[node].rest
    }
}

/// Responds with 405 if a path exists only for other methods, and with 404 if it does not exist.
///
/// See [RFC 9110, section 15.5.6](https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6).
struct AllowedMethodsMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let paths: KnownPaths
    /// The path of the only track of a server of one storyboard; `nil` for a library, and if reading takes a token.
    var track: String?

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            // Routes throw other error types. The router throws this one if a path and method have no route.
            guard let methods = paths.methods(of: request.uri.path) else {
                guard let meant = paths.meantPart(of: request.uri.path) else {
                    guard request.uri.path.hasSuffix("/\(Storyboard.trackName)") else { throw error }
                    let advice =
                        track.map { "the track is \($0)." }
                        ?? "/storyboards/ID/\(Storyboard.trackName) is a track, and GET /storyboards lists the ids."
                    throw RequestError(.notFound, "There is nothing at this path; \(advice)")
                }
                throw RequestError(
                    .notFound, "There is nothing at this path; did you mean \(meant)? openapi.json lists the routes.")
            }
            let taken = methods.map(\.rawValue).sorted().joined(separator: ", ")
            let advice =
                if !paths.takesSubmissions {
                    " The server only reads."
                } else if [.post, .put, .patch].contains(request.method), !methods.contains(.put) {
                    " PUT /storyboards/{id} submits a storyboard."
                } else {
                    ""
                }
            throw RequestError(
                .methodNotAllowed, "This path takes \(taken), not \(request.method.rawValue).\(advice)",
                [.allow: taken])
        }
    }
}
