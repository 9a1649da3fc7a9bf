package import Foundation
import Synchronization

/// A server with files at paths, some of which answer differently each time.
package final class ServedFiles: Sendable {
    package let server: LoopbackServer

    /// - Parameter answers: By path; each request takes the next answer, the last one stays.
    package init(turns answers: [String: [LoopbackAnswer]]) throws {
        let turns = Mutex<[String: Int]>([:])
        server = try LoopbackServer { request in
            guard let all = answers[request.path], let last = all.last else { return .status(404) }
            let turn = turns.withLock { turns in
                defer { turns[request.path, default: 0] += 1 }
                return turns[request.path, default: 0]
            }
            return turn < all.count ? all[turn] : last
        }
    }

    package convenience init(_ single: [String: LoopbackAnswer]) throws {
        try self.init(turns: single.mapValues { [$0] })
    }

    package func url(_ path: String) throws -> URL {
        guard let url = URL(string: server.address(path)) else { throw URLError(.badURL) }
        return url
    }

    package func count(of path: String) -> Int { server.count(of: path) }
}
