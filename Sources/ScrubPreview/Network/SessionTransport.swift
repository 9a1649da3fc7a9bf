import Foundation
import HTTPFetching

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends single requests by URLSession and counts the bytes of their answers.
final class SessionTransport: FetchTransport {
    private let delegate: TransferDelegate
    private let session: URLSession

    /// Makes a session in which no redirect is followed, nothing is cached and no cookie is kept.
    convenience init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        self.init(configuration, followsRedirects: false)
    }

    /// Makes a session whose cookies, cache and credentials are those of its configuration.
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

    /// Sends a request and gathers the answer.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that the body may have, content encoding undone.
    ///   - idle: The longest time without a byte.
    ///   - subject: What errors name.
    /// - Throws: `FetchError`, `CancellationError`.
    func send(
        _ request: URLRequest, limit: Int, idle: Duration, subject: String
    ) async throws -> TransferAnswer {
        let transfer = Transfer(limit: limit, subject: subject)
        var request = request
        // The session unpacks on its own and on Linux goes on doing so after it was told to stop, so that a small answer
        // could fill the memory whatever the limit.
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

/// Passes what the session tells to the transfer it is about.
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

    // A session that follows redirects itself takes the header fields along, to whatever host.
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
        // On Linux a redirect to nowhere ends without a word about its response.
        if error == nil, transfer(of: task)?.hasBegun == false { _ = begin(task, task.response) }
        transfer(of: task)?.complete(error)
    }
}

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
