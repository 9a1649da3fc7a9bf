import NIOCore

/// The routes that can serve a GET request from memory on the event loop: all routes that were added with a `cached`
/// closure.
struct HotRoutes: Sendable {
    /// The bytes of the path before a storyboard's id.
    private let beginning: [UInt8]
    private let routes: [Route]

    /// A route's closure for cached bodies, and its path for the metrics.
    final class Route: Sendable {
        /// The route's index in the table, from 0.
        let number: Int
        let path: String
        /// The path after `{id}/`, without a parameter at its end; empty if it is only a parameter.
        fileprivate let name: [UInt8]
        fileprivate let cached: Routes.CachedReading

        fileprivate init(number: Int, path: String, name: some StringProtocol, cached: @escaping Routes.CachedReading) {
            self.number = number
            self.path = path
            self.name = Array(name.utf8)
            self.cached = cached
        }
    }

    /// Takes the routes of published resources that are below `prefix`/storyboards/{id}/.
    init(_ paths: KnownPaths, prefix: String) {
        let start = prefix + "/storyboards/{id}/"
        beginning = Array((prefix + "/storyboards/").utf8)
        routes = paths.cached.filter { $0.path.hasPrefix(start) }.enumerated().map { number, entry in
            Route(
                number: number, path: entry.path, name: Self.pattern(entry.path.dropFirst(start.count)),
                cached: entry.cached)
        }
    }

    var count: Int { routes.count }

    /// The cached body for the request target at `place`, and its route; `nil` if the body is not cached or the router
    /// has to decide.
    func body(at place: Range<Int>, in request: ByteBuffer) -> (body: BufferedResponse, route: Route)? {
        let bytes = request.readableBytesUInt8Span
        guard let parts = TargetParts(place, bytes, after: beginning) else { return nil }
        // Prefers literal names to parameters, as the router does.
        guard let route = route(parts.name, bytes) ?? route(parts.folder, bytes) else { return nil }
        return route.cached(Target(parts, in: request)).map { ($0, route) }
    }

    private func route(_ name: Range<Int>, _ bytes: Span<UInt8>) -> Route? {
        for route in routes where route.name.count == name.count && bytes.isSame(as: route.name, at: name.lowerBound) {
            return route
        }
        return nil
    }

    /// The path without a parameter at its end.
    private static func pattern(_ path: Substring) -> Substring {
        guard path.last == "}" else { return path }
        return path.lastIndex(of: "/").map { path[...$0] } ?? ""
    }
}

extension HotRoutes {
    /// The target of a request for a file of a storyboard.
    struct Target {
        /// The storyboard's id and the path after it, without the query: the key of the cached file.
        let key: String
        /// The text after the question mark; `nil` if there is none.
        let query: String?
        private let idLength: Int

        fileprivate init(_ parts: TargetParts, in request: ByteBuffer) {
            key = request.text(parts.key)
            query = parts.query.map(request.text)
            idLength = parts.idLength
        }

        /// The storyboard's id.
        var id: Substring { Substring(key.utf8.prefix(idLength)) }
    }
}

extension ByteBuffer {
    /// The text at these offsets of the readable bytes, which must be ASCII.
    func text(_ place: Range<Int>) -> String {
        getString(at: readerIndex + place.lowerBound, length: place.count) ?? ""
    }
}

/// The byte ranges of a target's parts.
private struct TargetParts {
    let key: Range<Int>
    let idLength: Int
    /// The path after the id and its slash, without the query.
    let name: Range<Int>
    /// The name up to its last slash; empty without one.
    let folder: Range<Int>
    let query: Range<Int>?

    /// Finds the parts in one pass, because this code runs for every hot request. `nil` if the beginning or the name is
    /// missing, or if the target needs decoding, which the router does.
    init?(_ place: Range<Int>, _ bytes: Span<UInt8>, after beginning: [UInt8]) {
        guard place.count > beginning.count, bytes.isSame(as: beginning, at: place.lowerBound) else { return nil }
        let start = place.lowerBound + beginning.count
        let end = place.upperBound
        var (idEnd, lastSlash, keyEnd) = (end, end, end)
        for index in start..<end {
            let byte = bytes[index]
            // Most bytes of a target are letters.
            if 0x40...0x7E ~= byte { continue }
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "#"), ...0x20, 0x7F...: return nil
            case UInt8(ascii: "?") where keyEnd == end: keyEnd = index
            case UInt8(ascii: "/") where keyEnd == end:
                lastSlash = index
                if idEnd == end { idEnd = index }
            default: break
            }
        }
        guard idEnd < end else { return nil }
        key = start..<keyEnd
        idLength = idEnd - start
        name = idEnd + 1..<keyEnd
        folder = name.lowerBound..<lastSlash + 1
        query = keyEnd < end ? keyEnd + 1..<end : nil
    }
}
