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

extension S3ServerState {
    /// GET and HEAD.
    func read(_ request: S3Request) -> S3Reply {
        let (hasBucket, found) = state.withLock { state in
            (state.buckets[request.bucket] != nil, state.buckets[request.bucket]?.objects[request.key])
        }
        guard hasBucket else { return .error(404, "NoSuchBucket", "The specified bucket does not exist") }
        guard let object = found else { return .error(404, "NoSuchKey", "The specified key does not exist.") }
        var headers: [(name: String, value: String)] = [
            ("ETag", "\"\(object.tag)\""), ("Accept-Ranges", "bytes"),
            ("Last-Modified", Self.httpDate(object.modified)),
        ]
        for field in object.headers where !field.name.lowercased().hasPrefix("x-amz-checksum-") {
            headers.append(field)
        }
        guard let range = request.header("Range") else {
            if request.header("x-amz-checksum-mode") == "ENABLED" {
                for field in object.headers where field.name.lowercased().hasPrefix("x-amz-checksum-") {
                    headers.append(field)
                }
            }
            return S3Reply(200, headers: headers, body: object.body)
        }
        let count = object.body.readableBytes
        let ends = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard range.hasPrefix("bytes="), ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]),
            first <= last
        else { return .error(400, "InvalidArgument") }
        guard first < count, let part = object.body.getSlice(at: first, length: min(last + 1, count) - first) else {
            return .error(416, "InvalidRange", "The requested range is not satisfiable")
        }
        headers.append(("Content-Range", "bytes \(first)-\(min(last, count - 1))/\(count)"))
        return S3Reply(206, headers: headers, body: part)
    }

    /// PUT.
    func write(_ request: S3Request, _ body: ByteBuffer) -> S3Reply {
        var kept: [(name: String, value: String)] = []
        for field in request.fields {
            let name = field.name.lowercased()
            if name == "content-type" || name.hasPrefix("x-amz-checksum-") { kept.append(field) }
        }
        let object = S3Object(Array(body.readableBytesView), headers: kept)
        let isStored = state.withLock { state in
            state.buckets[request.bucket]?.set(object, at: request.key) != nil
        }
        guard isStored else { return .error(404, "NoSuchBucket", "The specified bucket does not exist") }
        return S3Reply(200, headers: [("ETag", "\"\(object.tag)\"")])
    }

    private static func httpDate(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
