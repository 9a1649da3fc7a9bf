import Foundation
import NIOCore
import Synchronization

/// Objects, settings and counts of an ``S3Server``: everything but the connections.
final class S3ServerState: Sendable {
    struct Bucket {
        var objects: [String: S3Object] = [:]
        /// The keys in the order of their bytes; nil after a change.
        private(set) var sorted: [String]?

        mutating func set(_ object: S3Object?, at key: String) {
            if (objects[key] == nil) != (object == nil) { sorted = nil }
            objects[key] = object
        }

        mutating func sortedKeys() -> [String] {
            if let sorted { return sorted }
            let keys = objects.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            sorted = keys
            return keys
        }
    }

    struct State {
        var buckets: [String: Bucket] = [:]
        var counts = S3Server.Counts()
        var inFlight = 0
        var requests: [S3Request] = []
        var decision: (@Sendable (S3Request) -> S3Reply?)?
    }

    let access: S3Server.Access
    let latency: Duration
    let pageLimit: Int
    let state = Mutex(State())

    init(access: S3Server.Access, latency: Duration, pageLimit: Int) {
        self.access = access
        self.latency = latency
        self.pageLimit = pageLimit
    }

    /// Counts a request, and answers it.
    func reply(to request: S3Request, body: ByteBuffer) -> S3Reply {
        let decision = state.withLock { state in
            state.counts.requests[request.kind, default: 0] += 1
            state.requests.append(request)
            return state.decision
        }
        if let reply = decision?(request) { return reply }
        guard isAllowed(request) else { return .error(403, "AccessDenied", "Access Denied") }
        return switch request.kind {
        case .list: list(request)
        case .get, .head: read(request)
        case .put: write(request, body)
        case .other: .error(501, "NotImplemented")
        }
    }

    func begin() {
        state.withLock { state in
            state.inFlight += 1
            state.counts.mostInFlight = max(state.counts.mostInFlight, state.inFlight)
        }
    }

    func end(sent bytes: Int) {
        state.withLock { state in
            state.inFlight -= 1
            state.counts.bytesSent += bytes
        }
    }

    private func isAllowed(_ request: S3Request) -> Bool {
        switch access {
        case .open: return true
        case .signed(let keyID): return isSigned(request, by: keyID)
        case .publicReads(let keyID):
            return request.kind == .get || request.kind == .head || isSigned(request, by: keyID)
        }
    }

    private func isSigned(_ request: S3Request, by keyID: String) -> Bool {
        request.header("Authorization")?.hasPrefix("AWS4-HMAC-SHA256 Credential=\(keyID)/") == true
    }
}
