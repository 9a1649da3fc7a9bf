import CoreMetrics
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// Serves the most requested resources from memory without the router: documents, sheets, tiles and look-ups.
///
/// It serves only public and simple requests, and leaves all others to the router. Apart from date and request id, its
/// responses equal the router's byte for byte.
final class HotAnswers: Sendable {
    /// A response that is ready to be sent.
    struct Answer {
        let method: HTTPRequest.Method
        /// Byte range of the target in the request.
        let target: Range<Int>
        let trace: Range<Int>?
        let status: HTTPResponse.Status
        /// The status line and the header fields of the representation.
        let head: ByteBuffer
        /// The body; `nil` if none is sent.
        let body: ByteBuffer?
        /// The route of the request, for the metrics.
        let route: HotRoutes.Route
        let begin: ContinuousClock.Instant
    }

    /// The budget of bytes in flight.
    let inFlight: InFlightBudget
    /// Maximum length of a request in bytes.
    let longestRequest: Int
    private let routes: HotRoutes
    private let hosts: HostRule?
    /// The CORS fields of every response, and the field name of the request id.
    private let commonLines: ByteBuffer
    private let measures: RequestMetrics
    /// Timers by the numbers of routes, methods and statuses, because a look-up by their texts takes longer.
    private let timers: Mutex<[CoreMetrics.Timer?]>
    private let log: RequestLog
    /// The field `Date` and the end of a head, for the given second.
    private let lastLines = Mutex((second: Int64.min, bytes: ByteBuffer()))

    /// Creates the fast path; `nil` if responses depend on the client, so that no response is public.
    init?(
        routes: HotRoutes, rules: ServerRules, inFlight: InFlightBudget, longestRequest: Int,
        measures: RequestMetrics, logger: Logger
    ) {
        guard rules.access.readers == .anyone, rules.origins.readers == .all else { return nil }
        self.inFlight = inFlight
        self.longestRequest = longestRequest
        self.routes = routes
        hosts = rules.hosts
        var lines = ByteBuffer()
        rules.origins.fields(for: [:], method: .get, isPublished: true).write(into: &lines)
        lines.writeString("\(HTTPField.Name.requestID.rawName): ")
        commonLines = lines
        self.measures = measures
        timers = Mutex(Array(repeating: nil, count: routes.count * 4))
        log = RequestLog(logger)
    }

    /// The response to a request; `nil` if the router has to respond.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that begin with the request.
    ///   - allowedHost: The last allowed value of `Host` on the connection.
    func answer(to request: PlainRequest, in bytes: ByteBuffer, allowedHost: inout [UInt8]) -> Answer? {
        let begin = ContinuousClock.now
        guard allows(request.host, bytes, last: &allowedHost), let found = routes.body(at: request.target, in: bytes)
        else { return nil }
        func answer(_ status: HTTPResponse.Status, _ head: ByteBuffer, _ body: ByteBuffer?) -> Answer {
            Answer(
                method: request.method.method, target: request.target, trace: request.trace, status: status,
                head: head, body: body, route: found.route, begin: begin)
        }
        if let place = request.entityTags {
            let read = ConditionalGETResult(
                to: request.method, request: [.ifNoneMatch: bytes.text(place)], with: found.body.representation,
                now: .now)
            if read.status == .notModified {
                return answer(.notModified, read.fields.lines(after: .notModified), nil)
            }
        }
        return answer(.ok, found.body.head, request.method == .get ? found.body.bytes : nil)
    }

    private func allows(_ place: Range<Int>, _ bytes: ByteBuffer, last: inout [UInt8]) -> Bool {
        // Parsing a host name takes longer than comparing it.
        if !last.isEmpty, place.count == last.count,
            bytes.readableBytesUInt8Span.isSame(as: last, at: place.lowerBound)
        {
            return true
        }
        let text = bytes.text(place)
        guard hosts?.allows(text) ?? true else { return false }
        last = Array(text.utf8)
        return true
    }

    /// Writes a response's head, and records the request in the log and the metrics.
    func write(headOf answer: Answer, to request: ByteBuffer, into buffer: inout ByteBuffer) {
        let number = RequestNumber.next()
        buffer.writeImmutableBuffer(answer.head)
        buffer.writeImmutableBuffer(commonLines)
        number.write(into: &buffer)
        buffer.writeImmutableBuffer(currentLastLines())
        let duration = .now - answer.begin
        timer(of: answer).record(duration: duration)
        log.write(
            LoggedRequest(
                number: number.description, method: answer.method.rawValue, target: request.text(answer.target),
                status: answer.status, bytes: answer.body?.readableBytes ?? 0, duration: duration,
                trace: answer.trace.map(request.text).flatMap(TraceParent.init(parsing:))))
    }

    private func timer(of answer: Answer) -> CoreMetrics.Timer {
        // A route has four kinds of responses.
        let number = answer.route.number * 4 + (answer.method == .get ? 0 : 2) + (answer.status == .ok ? 0 : 1)
        return timers.withLock { timers in
            if let timer = timers[number] { return timer }
            let timer = measures.timer(route: answer.route.path, method: answer.method, status: answer.status)
            timers[number] = timer
            return timer
        }
    }

    private func currentLastLines() -> ByteBuffer {
        let now = HTTPDate.now
        return lastLines.withLock { lines in
            if lines.second != now.secondsSince1970 {
                lines = (now.secondsSince1970, ByteBuffer(string: "\r\nDate: \(now.fieldValue)\r\n\r\n"))
            }
            return lines.bytes
        }
    }
}
