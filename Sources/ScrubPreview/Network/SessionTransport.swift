import Foundation
import HTTPFetching

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends single requests by URLSession and counts the bytes of the responses.
final class SessionTransport: FetchTransport {
    private let delegate: TransferDelegate
    private let session: URLSession

    /// Creates a session that follows no redirect, caches nothing and keeps no cookie.
    convenience init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        self.init(configuration, followsRedirects: false)
    }

    /// Creates a session with the cookies, cache and credentials of its configuration.
    init(_ configuration: URLSessionConfiguration, followsRedirects: Bool) {
        delegate = TransferDelegate(followsRedirects: followsRedirects)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit {
        session.invalidateAndCancel()
    }

    func response(to request: FetchRequest) async throws -> FetchResponse {
        var message = URLRequest(url: request.url)
        for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
        let answer = try await send(
            message, limit: request.byteLimit, idle: request.idle, subject: request.url.subjectName)
        return FetchResponse(status: answer.status, headers: answer.headers.fields, body: answer.body)
    }

    /// Sends a request and collects the response.
    ///
    /// - Parameters:
    ///   - limit: Maximum size of the body in bytes, after content decoding.
    ///   - idle: Maximum time without a byte.
    ///   - subject: The subject of errors.
    /// - Throws: `FetchError`; `CancellationError`; errors of the session other than `URLError`.
    func send(
        _ request: URLRequest, limit: Int, idle: Duration, subject: String
    ) async throws -> TransferAnswer {
        let transfer = Transfer(limit: limit, subject: subject)
        var request = request
        // The session decompresses by itself. On Linux it continues after cancellation, so a small response could fill
        // the memory despite the limit.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        let task = session.dataTask(with: request)
        delegate.add(transfer, for: task)
        defer {
            delegate.remove(task)
            task.cancel()
        }
        task.resume()
        return try await withThrowingTaskGroup(of: TransferAnswer.self) { group in
            group.addTask { try await transfer.outcome.value() }
            group.addTask {
                try await transfer.silence(of: idle)
                throw FetchError(.timedOut, subject, "The server was silent for \(idle).")
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }
}

/// Passes the session's events to the transfers of its tasks.
private final class TransferDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let transfers = Locked<[Int: Transfer]>([:])
    private let followsRedirects: Bool

    init(followsRedirects: Bool) { self.followsRedirects = followsRedirects }

    func add(_ transfer: Transfer, for task: URLSessionTask) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    func remove(_ task: URLSessionTask) {
        transfers.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
    }

    private func transfer(of task: URLSessionTask) -> Transfer? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    // A session that follows redirects sends the header fields to every host.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(followsRedirects ? request : nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(begin(dataTask, response) ? .allow : .cancel)
    }

    private func begin(_ task: URLSessionTask, _ response: URLResponse?) -> Bool {
        guard let transfer = transfer(of: task), let response = response as? HTTPURLResponse else { return false }
        let fields = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { ($0, String(describing: value)) }
        }
        return transfer.begin(
            url: response.url, status: response.statusCode,
            headers: HTTPHeaders(Dictionary(fields) { first, _ in first }),
            expectedLength: response.expectedContentLength)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if transfer(of: dataTask)?.append(data) == false { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        // On Linux a redirect without a valid target ends without a callback for its response.
        if error == nil, transfer(of: task)?.hasBegun == false { _ = begin(task, task.response) }
        transfer(of: task)?.complete(error)
    }
}

/// The response to a single request.
struct TransferAnswer: Sendable {
    /// The URL of the response; nil if the session does not report it.
    let url: URL?
    /// Status code, 100...599.
    let status: Int
    let headers: HTTPHeaders
    /// The body after content decoding; empty unless the status is 200.
    let body: [UInt8]
}

/// A request in progress: counts the bytes on arrival and settles its outcome exactly once.
final class Transfer: Sendable {
    private struct Arrived {
        var url: URL?
        var status = 0
        var headers = HTTPHeaders([:])
        var body: [UInt8] = []
        /// When the last data arrived, or the request was created.
        var lastSign = ContinuousClock.now
    }

    let outcome = Outcome<TransferAnswer>()
    private let limit: Int
    private let subject: String
    private let arrived = Locked(Arrived())

    /// - Parameter limit: Maximum size of the body in bytes.
    init(limit: Int, subject: String) {
        self.limit = limit
        self.subject = subject
    }

    /// Whether the status and the header fields have arrived.
    var hasBegun: Bool { arrived.withLock { $0.status != 0 } }

    /// Stores the status and the header fields; returns false if the body must not be received, because the outcome is
    /// settled.
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
        // The announced bytes may never arrive, so at most 256 KiB are reserved.
        arrived.withLock { $0.body.reserveCapacity(Int(min(max(expectedLength, 0), 1 << 18))) }
        return true
    }

    /// Appends a part of the body; returns false if the body exceeds the limit.
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

    /// Settles the outcome when the body is complete or the request failed.
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

    /// Returns when no data has arrived for `idle`. The session's own timeout does not detect a server that never
    /// responds.
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
