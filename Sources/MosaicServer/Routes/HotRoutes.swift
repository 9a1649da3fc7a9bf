import NIOCore

/// The routes that can answer a GET from memory, on the event loop: those that were added with a `cached` closure.
struct HotRoutes: Sendable {
    /// The path before a storyboard's id.
    private let beginning: [UInt8]
    private let routes: [Route]

    /// A route's closure and its path, for the metrics.
    final class Route: Sendable {
        /// Its place among all of them, from 0.
        let number: Int
        let path: String
        /// The path after the id and its slash; empty at the place of a parameter.
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

    /// The body of the target that lies in these bytes of a request, and its route; nil where the body is not
    /// cached, or the router has to decide.
    func body(at place: Range<Int>, in request: ByteBuffer) -> (body: BufferedResponse, route: Route)? {
        let bytes = request.readableBytesUInt8Span
        guard let parts = TargetParts(place, bytes, after: beginning) else { return nil }
        // The router, too, prefers literal names to parameters.
        guard let route = route(parts.name, bytes) ?? route(parts.folder, bytes) else { return nil }
        return route.cached(Target(parts, in: request)).map { ($0, route) }
    }

    private func route(_ name: Range<Int>, _ bytes: Span<UInt8>) -> Route? {
        for route in routes where route.name.count == name.count && bytes.isSame(as: route.name, at: name.lowerBound) {
            return route
        }
        return nil
    }

    /// A path with nothing in place of a parameter at its end.
    private static func pattern(_ path: Substring) -> Substring {
        guard path.last == "}" else { return path }
        return path.lastIndex(of: "/").map { path[...$0] } ?? ""
    }
}

extension HotRoutes {
    /// The target of a request below the path of all storyboards.
    struct Target {
        /// The storyboard's id and all that follows it, without the query: the key of its cached file.
        let key: String
        /// The text after the question mark; nil without one.
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
    /// The text at these offsets of the readable bytes, which have been read as ASCII.
    func text(_ place: Range<Int>) -> String {
        getString(at: readerIndex + place.lowerBound, length: place.count) ?? ""
    }
}

/// Where the parts of a target lie.
private struct TargetParts {
    let key: Range<Int>
    let idLength: Int
    /// The path after the id and its slash, without the query.
    let name: Range<Int>
    /// The name up to its last slash; empty without one.
    let folder: Range<Int>
    let query: Range<Int>?

    /// Finds the parts in one pass, because every hot request takes it; nil without this beginning and a name, and for
    /// targets that need decoding, which are left to the router.
    init?(_ place: Range<Int>, _ bytes: Span<UInt8>, after beginning: [UInt8]) {
        guard place.count > beginning.count, bytes.isSame(as: beginning, at: place.lowerBound) else { return nil }
        let start = place.lowerBound + beginning.count
        let end = place.upperBound
        var (idEnd, lastSlash, keyEnd) = (end, end, end)
        for index in start..<end {
            let byte = bytes[index]
            // Letters are most of a target.
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
