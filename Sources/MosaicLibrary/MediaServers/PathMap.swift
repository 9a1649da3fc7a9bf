import Foundation
import MosaicSystem

/// A folder's path on this machine and its path on a media server, for example in a container.
package struct PathMap: Hashable, Sendable, CustomStringConvertible {
    /// The local path as given, without a trailing slash.
    private let local: String
    /// The local path with links resolved, as walks report it.
    private let resolved: String
    /// The path on the server, without a trailing slash.
    private let server: String

    /// Parses `/srv/media=/media`; nil unless both are absolute paths.
    ///
    /// The last `=/` separates the paths, because a folder's name may contain `=`.
    package init?(parsing text: String) {
        guard text.utf8.first == UInt8(ascii: "/"), let end = text.range(of: "=/", options: .backwards) else {
            return nil
        }
        local = Self.trimmed(text[..<end.lowerBound])
        server = Self.trimmed(text[end.lowerBound...].dropFirst())
        resolved = RealPath.of(local.isEmpty ? "/" : local).map { Self.trimmed($0[...]) } ?? local
    }

    private static func trimmed(_ path: Substring) -> String {
        var path = path
        while path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
        return String(path)
    }

    /// The map as `local=server`.
    package var description: String { (local.isEmpty ? "/" : local) + "=" + (server.isEmpty ? "/" : server) }

    /// Whether an absolute path is the folder or below it.
    package func matches(_ path: String) -> Bool { rest(of: path) != nil }

    /// Number of bytes of a path that the map replaces; nil if the map does not match.
    fileprivate func length(in path: String) -> Int? { rest(of: path).map { path.utf8.count - $0.utf8.count } }

    /// The path on the server; nil if the map does not match.
    fileprivate func serverPath(of path: String) -> String? {
        guard let rest = rest(of: path) else { return nil }
        return server.isEmpty && rest.isEmpty ? "/" : server + rest
    }

    /// The part of a path below the folder, beginning with a slash; nil if the path is elsewhere.
    ///
    /// Compares bytes, because a `Character` may be a slash with a combining mark.
    private func rest(of path: String) -> String? {
        for folder in [local, resolved] where path.utf8.starts(with: folder.utf8) {
            let rest = path.utf8.dropFirst(folder.utf8.count)
            if rest.isEmpty || rest.first == UInt8(ascii: "/") { return String(decoding: rest, as: UTF8.self) }
        }
        return nil
    }

    /// The folder on the server if the local folder is below `folder`; otherwise nil.
    fileprivate func serverFolder(below folder: String) -> String? {
        let isBelow = [local, resolved].contains { RealPath.path(of: $0, below: folder) != nil }
        guard isBelow else { return nil }
        return server.isEmpty ? "/" : server
    }
}

extension [PathMap] {
    /// The path of a film on the server, by the map with the longest matching folder; unchanged if no map matches.
    package func serverPath(of path: String) -> String {
        let best = compactMap { map in map.length(in: path).map { (map, $0) } }.max { $0.1 < $1.1 }
        return best?.0.serverPath(of: path) ?? path
    }

    /// The folders on the server that contain the films of a local folder.
    package func serverFolders(of folder: String) -> [String] {
        if contains(where: { $0.matches(folder) }) { return [serverPath(of: folder)] }
        let below = compactMap { $0.serverFolder(below: folder) }
        return below.isEmpty ? [folder] : below
    }
}
