import Foundation
import HTTPFetching

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The answer to a single request.
struct TransferAnswer: Sendable {
    /// The address of the response; nil if the session does not report it.
    let url: URL?
    /// Its status, 100...599.
    let status: Int
    /// Its header fields.
    let headers: HTTPHeaders
    /// The body with its content encoding undone; empty unless the status is 200.
    let body: [UInt8]
}

/// One request on its way: counts the bytes as they arrive and answers exactly once.
final class Transfer: Sendable {
    private struct Arrived {
        var url: URL?
        var status = 0
        var headers = HTTPHeaders([:])
        var body: [UInt8] = []
        /// When the last byte came, or the request was made.
        var lastSign = ContinuousClock.now
    }

    let outcome = Outcome<TransferAnswer>()
    private let limit: Int
    private let subject: String
    private let arrived = Locked(Arrived())

    /// - Parameter limit: The most bytes that the body may have.
    init(limit: Int, subject: String) {
        self.limit = limit
        self.subject = subject
    }

    /// Whether status and header have come.
    var hasBegun: Bool { arrived.withLock { $0.status != 0 } }

    /// Takes status and header; false when no body is wanted.
    func begin(url: URL?, status: Int, headers: HTTPHeaders, expectedLength: Int64) -> Bool {
        arrived.withLock { arrived in
            arrived.url = url
            arrived.status = status
            arrived.headers = headers
            arrived.lastSign = .now
        }
        guard status == 200 else {
            outcome.settle(.success(TransferAnswer(url: url, status: status, headers: headers, body: [])))
            return false
        }
        guard expectedLength <= Int64(limit) else {
            fail("The server announces \(expectedLength) bytes, more")
            return false
        }
        guard !headers.mayUnpackWithoutEnd else {
            outcome.settle(
                .failure(
                    FetchError(.limitExceeded, subject, "The server packs the file though it was asked not to."))
            )
            return false
        }
        // What was announced need not come, so that only a little is taken on trust.
        arrived.withLock { $0.body.reserveCapacity(Int(min(max(expectedLength, 0), 1 << 18))) }
        return true
    }

    /// Takes a part of the body; false when it is one too many.
    func append(_ data: Data) -> Bool {
        let fits = arrived.withLock { arrived in
            guard data.count <= limit - arrived.body.count else { return false }
            arrived.body.append(contentsOf: data)
            arrived.lastSign = .now
            return true
        }
        if !fits { fail("The server sends more bytes") }
        return fits
    }

    /// The last byte has come, or none will.
    func complete(_ error: (any Error)?) {
        guard error == nil, hasBegun else {
            let failure = error ?? URLError(.badServerResponse)
            return outcome.settle(.failure((failure as? URLError).map { FetchError($0, of: subject) } ?? failure))
        }
        let answer = arrived.withLock { arrived in
            // A copy of exact length: an array that grew may have taken twice the memory.
            var body: [UInt8] = []
            body.reserveCapacity(arrived.body.count)
            body.append(contentsOf: arrived.body)
            arrived.body = []
            return TransferAnswer(
                url: arrived.url, status: arrived.status, headers: arrived.headers, body: body)
        }
        outcome.settle(.success(answer))
    }

    /// Returns when no byte has come for a while; the session's own timeout does not see a server that never speaks.
    ///
    /// - Throws: `CancellationError`.
    func silence(of idle: Duration) async throws {
        while true {
            let end = arrived.withLock { $0.lastSign } + idle.waitable
            guard end > .now else { return }
            try await Task.sleep(until: end)
        }
    }

    private func fail(_ what: String) {
        arrived.withLock { $0.body = [] }
        outcome.settle(
            .failure(FetchError(.limitExceeded, subject, "\(what) than the limit of \(limit).")))
    }
}
