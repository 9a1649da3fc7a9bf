/// The routes that can answer a GET from memory, on the event loop: those that were added with a `cached` closure.
struct HotRoutes: Sendable {
    /// A request as a `cached` closure gets it: a storyboard's path without escapes.
    struct Target {
        /// The storyboard's id and all that follows it, without the query: the key of its cached file.
        let key: Substring
        /// The storyboard's id.
        let id: Substring
        /// The text after the question mark; nil without one.
        let query: Substring?
    }

    /// The path before a storyboard's id.
    private let beginning: String
    private let routes: [Substring: Route]

    /// A route's closure and its path, for the metrics.
    private struct Route: Sendable {
        let path: String
        let cached: Routes.CachedReading
    }

    /// Takes the routes of published resources that are below `prefix`/storyboards/{id}/.
    init(_ paths: KnownPaths, prefix: String) {
        beginning = prefix + "/storyboards/"
        let start = beginning + "{id}/"
        let entries = paths.cached.filter { $0.path.hasPrefix(start) }.map { path, cached in
            (Self.pattern(path.dropFirst(start.count)), Route(path: path, cached: cached))
        }
        routes = Dictionary(entries) { first, _ in first }
    }

    /// The body of a target and the path of its route; nil where the body is not cached, or the router has to decide.
    func body(at target: String) -> (body: ServedBody, route: String)? {
        guard target.utf8.starts(with: beginning.utf8) else { return nil }
        let rest = Substring(target.utf8.dropFirst(beginning.utf8.count))
        // Targets that need decoding are left to the router.
        guard rest.utf8.allSatisfy(Self.isPlain), let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            return nil
        }
        let end = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
        let key = rest[..<(end ?? rest.endIndex)]
        guard slash < key.endIndex, let route = route(key[key.utf8.index(after: slash)...]) else { return nil }
        let query = end.map { rest[rest.utf8.index(after: $0)...] }
        return route.cached(Target(key: key, id: rest[..<slash], query: query)).map { ($0, route.path) }
    }

    /// The route of a name below a storyboard; the router, too, prefers literal names to parameters.
    private func route(_ name: Substring) -> Route? {
        routes[name] ?? routes[Self.folder(of: name)]
    }

    /// A path with nothing in place of a parameter at its end.
    private static func pattern(_ path: Substring) -> Substring { path.last == "}" ? folder(of: path) : path }

    /// All up to the last slash.
    private static func folder(of name: Substring) -> Substring {
        name.utf8.lastIndex(of: UInt8(ascii: "/")).map { name[...$0] } ?? ""
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "+")
            && byte != UInt8(ascii: "#")
    }
}
