import Foundation
import MosaicSystem

/// A folder with its path on this machine and its path on a media server, which has films elsewhere in a container.
package struct PathMap: Hashable, Sendable, CustomStringConvertible {
    /// The path here as it was given, without a slash at the end.
    private let local: String
    /// The same path with links resolved, as films that a walk finds have it.
    private let resolved: String
    /// The path on the server, without a slash at the end.
    private let server: String

    /// Reads `/srv/media=/media`; nil unless both are absolute paths.
    ///
    /// The last `=/` divides them: a folder's name may contain `=`.
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

    /// `local=server`.
    package var description: String { (local.isEmpty ? "/" : local) + "=" + (server.isEmpty ? "/" : server) }

    /// Whether an absolute path is that of the folder or below it.
    package func matches(_ path: String) -> Bool { rest(of: path) != nil }

    /// Bytes of the longest part of a path that the map replaces; nil if it does not match.
    fileprivate func length(in path: String) -> Int? { rest(of: path).map { path.utf8.count - $0.utf8.count } }

    /// The path on the server; nil for a path elsewhere.
    fileprivate func serverPath(of path: String) -> String? {
        guard let rest = rest(of: path) else { return nil }
        return server.isEmpty && rest.isEmpty ? "/" : server + rest
    }

    /// The part of a path below the folder, which begins with a slash; nil for a path elsewhere.
    ///
    /// By bytes: a `Character` may be a slash with a combining mark.
    private func rest(of path: String) -> String? {
        for folder in [local, resolved] where path.utf8.starts(with: folder.utf8) {
            let rest = path.utf8.dropFirst(folder.utf8.count)
            if rest.isEmpty || rest.first == UInt8(ascii: "/") { return String(decoding: rest, as: UTF8.self) }
        }
        return nil
    }

    /// The folder on the server if it is below a folder of this machine.
    fileprivate func serverFolder(below folder: String) -> String? {
        let isBelow = [local, resolved].contains { RealPath.path(of: $0, below: folder) != nil }
        guard isBelow else { return nil }
        return server.isEmpty ? "/" : server
    }
}

extension [PathMap] {
    /// The path of a film on the server, by the map of the longest folder; the path itself if no map matches.
    package func serverPath(of path: String) -> String {
        let best = compactMap { map in map.length(in: path).map { (map, $0) } }.max { $0.1 < $1.1 }
        return best?.0.serverPath(of: path) ?? path
    }

    /// The folders on the server that hold the films of a folder of this machine.
    package func serverFolders(of folder: String) -> [String] {
        if contains(where: { $0.matches(folder) }) { return [serverPath(of: folder)] }
        let below = compactMap { $0.serverFolder(below: folder) }
        return below.isEmpty ? [folder] : below
    }
}
