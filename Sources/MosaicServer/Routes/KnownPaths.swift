import HTTPTypes
import Hummingbird
import Synchronization

/// The methods of each path, who may read it, and how it is read from memory; filled as routes are added.
final class KnownPaths: Sendable {
    private struct Entry {
        let path: RouterPath
        var methods: [HTTPRequest.Method]
        var reading: RouteAccess?
        var cached: Routes.CachedReading?
    }

    private let entries = Mutex<[Entry]>([])

    /// Adds a route.
    ///
    /// - Parameter cached: Answers a GET from memory; nil where the route never does.
    func add(
        _ path: RouterPath, _ methods: [HTTPRequest.Method], _ access: RouteAccess, cached: Routes.CachedReading? = nil
    ) {
        let reading = methods.contains(.get) ? access : nil
        entries.withLock { entries in
            if let index = entries.firstIndex(where: { $0.path == path }) {
                entries[index].methods += methods
                entries[index].reading = reading ?? entries[index].reading
                entries[index].cached = cached ?? entries[index].cached
            } else {
                entries.append(Entry(path: path, methods: methods, reading: reading, cached: cached))
            }
        }
    }

    /// The methods of a path; nil where there is no route.
    func methods(of path: String) -> [HTTPRequest.Method]? { entry(of: path)?.methods }

    /// Whether a GET of this path leads to a published resource.
    func isPublished(_ path: String) -> Bool { entry(of: path)?.reading?.isPublished ?? false }

    /// The paths of published resources that are read from memory.
    var cached: [(path: String, cached: Routes.CachedReading)] {
        entries.withLock { entries in
            entries.filter { $0.reading?.isPublished == true }.compactMap { entry in
                entry.cached.map { (entry.path.description, $0) }
            }
        }
    }

    private func entry(of path: String) -> Entry? {
        let parts = path.split(separator: "/")
        return entries.withLock { entries in
            entries.filter { Self.matches($0.path, parts) }
                // The router prefers literal parts to parameters.
                .min { Self.spelledOut($0.path, parts).lexicographicallyPrecedes(Self.spelledOut($1.path, parts)) }
        }
    }

    private static func matches(_ path: RouterPath, _ parts: [Substring]) -> Bool {
        // The rest of such a path has any number of parts, one at least.
        let takesRest = path.components.last.map { $0 == .recursiveWildcard } ?? false
        guard takesRest ? parts.count >= path.count : parts.count == path.count else { return false }
        return zip(path, parts).allSatisfy { $0 ~= $1 }
    }

    private static func spelledOut(_ path: RouterPath, _ parts: [Substring]) -> [Int] {
        zip(path, parts).map { $0 == $1 ? 0 : 1 }
    }
}
