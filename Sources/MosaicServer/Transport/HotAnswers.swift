import HTTPSemantics
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// Answers from memory without the router: documents, sheets, tiles and look-ups that players request most.
///
/// It answers only public and simple requests and leaves all others to the router. Apart from date and request id its
/// answers are byte for byte those of the router.
final class HotAnswers: Sendable {
    /// An answer that is ready to be sent.
    struct Answer {
        let request: HTTPRequestHead
        let method: HTTPRequest.Method
        let status: HTTPResponse.Status
        /// The fields of the representation.
        let lines: ByteBuffer
        /// Nil where none is sent.
        let body: ByteBuffer?
        /// The route that would have answered.
        let route: String
        /// The trace that the client has the request in.
        let trace: TraceParent?
        let begin: ContinuousClock.Instant
    }

    /// What its bodies take permits of.
    let inFlight: InFlightBudget
    private let routes: HotRoutes
    private let hosts: HostRule?
    /// The CORS fields of every answer, as lines.
    private let originLines: ByteBuffer
    private let measures: RequestMeasures
    private let log: RequestLog
    private let date = Mutex((second: Int64.min, text: ""))

    /// Nil where answers depend on the client, so that none is public.
    init?(
        routes: HotRoutes, rules: ServerRules, inFlight: InFlightBudget, measures: RequestMeasures, logger: Logger
    ) {
        guard rules.access.readers == .anyone, rules.origins.readers == .all else { return nil }
        self.inFlight = inFlight
        self.routes = routes
        hosts = rules.hosts
        originLines = rules.origins.fields(for: [:], method: .get, isPublished: true).lines
        self.measures = measures
        log = RequestLog(logger)
    }

    /// The answer to a request without a body; nil where the router has to answer.
    func answer(to request: HTTPRequestHead, allowedHost: inout String?) -> Answer? {
        let begin = ContinuousClock.now
        guard let plain = PlainRequest(request), allows(plain.host, last: &allowedHost),
            let found = routes.body(at: request.uri)
        else { return nil }
        let representation = found.body.representation
        func answer(_ status: HTTPResponse.Status, _ lines: ByteBuffer, _ body: ByteBuffer?) -> Answer {
            Answer(
                request: request, method: plain.method.method, status: status, lines: lines, body: body,
                route: found.route, trace: plain.trace, begin: begin)
        }
        if let tags = plain.entityTags {
            let read = ReadAnswer(
                to: plain.method, request: [.ifNoneMatch: tags], with: representation, now: .now)
            if read.status == .notModified { return answer(.notModified, read.fields.lines, nil) }
        }
        return answer(.ok, found.body.lines, plain.method == .get ? found.body.bytes : nil)
    }

    private func allows(_ host: String, last: inout String?) -> Bool {
        if let last, last.utf8.elementsEqual(host.utf8) { return true }
        guard hosts?.allows(host) ?? true else { return false }
        last = host
        return true
    }

    /// Writes an answer's head, and records the request in the log and the metrics.
    func write(headOf answer: Answer, into buffer: inout ByteBuffer) {
        let number = ServerContext.requestNumber()
        buffer.writeStaticString(answer.status == .ok ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 304 Not Modified\r\n")
        buffer.writeImmutableBuffer(answer.lines)
        buffer.writeImmutableBuffer(originLines)
        buffer.writeStaticString("X-Request-ID: ")
        buffer.writeString(number)
        buffer.writeStaticString("\r\nDate: ")
        buffer.writeString(dateText())
        buffer.writeStaticString("\r\n\r\n")
        measures.record(route: answer.route, method: answer.method, status: answer.status, begin: answer.begin)
        log.write(
            LoggedRequest(
                number: number, method: answer.method.rawValue, target: answer.request.uri, status: answer.status,
                bytes: answer.body?.readableBytes ?? 0, duration: .now - answer.begin,
                trace: answer.trace))
    }

    private func dateText() -> String {
        let now = HTTPDate.now
        return date.withLock { date in
            if date.second != now.secondsSince1970 { date = (now.secondsSince1970, now.fieldValue) }
            return date.text
        }
    }
}

// MARK: Which requests

extension HotAnswers {
    /// A GET or HEAD without fields that could change its answer, except `If-None-Match`.
    struct PlainRequest {
        let method: ReadMethod
        let host: String
        /// The value of `If-None-Match`.
        let entityTags: String?
        /// The value of `traceparent`, which changes no answer.
        let trace: TraceParent?

        /// Nil for every other request.
        init?(_ head: HTTPRequestHead) {
            switch head.method {
            case .GET: method = .get
            case .HEAD: method = .head
            default: return nil
            }
            guard head.version == .http1_1 else { return nil }
            var host: String?
            var tags: String?
            var traces: [String] = []
            for (name, value) in head.headers {
                if name.isSame(as: "host") {
                    guard host == nil else { return nil }
                    host = value
                } else if name.isSame(as: "if-none-match") {
                    guard tags == nil else { return nil }
                    tags = value
                } else if name.isSame(as: "traceparent") {
                    traces.append(value)
                } else if name.isSame(as: "connection") {
                    guard value.isSame(as: "keep-alive") else { return nil }
                } else if Self.decisive.contains(where: { name.isSame(as: $0) }) {
                    return nil
                }
            }
            guard let host else { return nil }
            self.host = host
            entityTags = tags
            trace = traces.count == 1 ? TraceParent(parsing: traces[0]) : nil
        }

        /// Fields that the router reads, or that concern a body or the connection.
        private static let decisive = [
            "authorization", "content-length", "expect", "if-match", "if-modified-since", "if-range",
            "if-unmodified-since", "range", "transfer-encoding", "upgrade",
        ]
    }
}

extension String {
    /// Whether it equals this lower-case text, ignoring case.
    fileprivate func isSame(as text: String) -> Bool {
        utf8.count == text.utf8.count && zip(utf8, text.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }
}
