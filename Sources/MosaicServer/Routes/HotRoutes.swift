/// The routes that can answer a GET from memory, on the event loop: those that were added with a `cached` closure.
struct HotRoutes: Sendable {
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
    func body(at text: String) -> (body: ServedBody, route: String)? {
        guard text.utf8.starts(with: beginning.utf8) else { return nil }
        let start = text.utf8.index(text.startIndex, offsetBy: beginning.utf8.count)
        guard let target = Target(text[start...]) else { return nil }
        // The router, too, prefers literal names to parameters.
        guard let route = routes[target.name] ?? routes[target.folder] else { return nil }
        return route.cached(target).map { ($0, route.path) }
    }

    /// A path with nothing in place of a parameter at its end.
    private static func pattern(_ path: Substring) -> Substring {
        guard path.last == "}" else { return path }
        return path.lastIndex(of: "/").map { path[...$0] } ?? ""
    }
}

extension HotRoutes {
    /// The parts of a request's target behind the path of all storyboards.
    struct Target {
        /// The storyboard's id and all that follows it, without the query: the key of its cached file.
        let key: Substring
        /// The storyboard's id.
        let id: Substring
        /// What follows the id and its slash, without the query.
        let name: Substring
        /// The name up to its last slash; empty without one.
        let folder: Substring
        /// The text after the question mark; nil without one.
        let query: Substring?

        /// Finds the parts in one pass, because every hot request takes it; nil without a name, and for targets that need
        /// decoding, which are left to the router.
        init?(_ text: Substring) {
            let utf8 = text.utf8
            var idEnd: Substring.Index?
            var lastSlash: Substring.Index?
            var keyEnd: Substring.Index?
            var index = utf8.startIndex
            while index < utf8.endIndex {
                switch utf8[index] {
                case UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "#"): return nil
                case UInt8(ascii: "/") where keyEnd == nil && idEnd == nil: idEnd = index
                case UInt8(ascii: "/") where keyEnd == nil: lastSlash = index
                case UInt8(ascii: "?") where keyEnd == nil: keyEnd = index
                case 0x21...0x7E: break
                default: return nil
                }
                index = utf8.index(after: index)
            }
            guard let idEnd else { return nil }
            let begin = utf8.index(after: idEnd)
            let end = keyEnd ?? utf8.endIndex
            key = text[..<end]
            id = text[..<idEnd]
            name = text[begin..<end]
            folder = lastSlash.map { text[begin...$0] } ?? ""
            query = keyEnd.map { text[utf8.index(after: $0)...] }
        }
    }
}
