import HTTPTypes
import Hummingbird
import Synchronization

/// Which methods each path takes: filled as routes are added, so that it knows of these and of no others.
final class KnownPaths: Sendable {
    private struct Entry {
        let path: RouterPath
        var methods: [HTTPRequest.Method]
    }

    private let entries = Mutex<[Entry]>([])

    /// Takes note of a route.
    func add(_ path: RouterPath, _ methods: [HTTPRequest.Method]) {
        entries.withLock { entries in
            if let index = entries.firstIndex(where: { $0.path == path }) {
                entries[index].methods += methods
            } else {
                entries.append(Entry(path: path, methods: methods))
            }
        }
    }

    /// What the path of a request takes; nil where there is nothing of this name.
    func methods(of path: String) -> [HTTPRequest.Method]? {
        let parts = path.split(separator: "/")
        return entries.withLock { entries in
            entries.filter { $0.path.count == parts.count && zip($0.path, parts).allSatisfy { $0 ~= $1 } }
                // The router follows what is spelled out before it takes a name for a parameter.
                .min { Self.spelledOut($0.path, parts).lexicographicallyPrecedes(Self.spelledOut($1.path, parts)) }?
                .methods
        }
    }

    private static func spelledOut(_ path: RouterPath, _ parts: [Substring]) -> [Int] {
        zip(path, parts).map { $0 == $1 ? 0 : 1 }
    }
}
