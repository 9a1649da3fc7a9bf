import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// Adds a request id to each response, and logs each request with its id.
struct RequestLog: RouterMiddleware {
    typealias Context = ServerContext

    private let logger: Logger
    /// The logger's handler if it can log requests directly; `nil` if each request has to become a log event.
    private let lines: LineLogHandler?

    init(_ logger: Logger) {
        self.logger = logger
        lines = logger.handler as? LineLogHandler
    }

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let begin = ContinuousClock.now
        var context = context
        if let trace = request.headers[.traceParent] { context.trace = TraceParent(parsing: trace) }
        var response = try await next(request, context)
        response.headers[.requestID] = context.requestID
        write(
            LoggedRequest(
                number: context.requestID, method: request.method.rawValue, target: request.head.path ?? "",
                status: response.status, bytes: response.body.contentLength ?? 0, duration: .now - begin,
                trace: context.trace))
        return response
    }

    func write(_ request: @autoclosure () -> LoggedRequest) {
        guard logger.logLevel <= LoggedRequest.level else { return }
        if let lines { return lines.log(request()) }
        let request = request()
        logger.log(level: LoggedRequest.level, "\(LoggedRequest.message)", metadata: request.metadata)
    }
}

extension HTTPField.Name {
    static let requestID = constant("X-Request-ID")
}

/// The log entry of a request.
struct LoggedRequest {
    static let level = Logger.Level.info
    static let message = "request"

    let number: String
    let method: String
    /// The requested target. The log hides its secrets.
    let target: String
    let status: HTTPResponse.Status
    /// Length of the response body in bytes.
    let bytes: Int
    /// Time from the request's head to the response's head.
    let duration: Duration
    /// The client's trace of the request; `nil` if there is none.
    var trace: TraceParent?

    /// Calls `body` with the name and the value of each member.
    func forEachMember(_ body: (String, Logger.Metadata.Value) -> Void) {
        body("method", .string(method))
        body("target", .string(LoggedTarget(target).description))
        body("status", .stringConvertible(status.code))
        body("bytes", .stringConvertible(bytes))
        body("duration_us", .stringConvertible(Int64(duration / .microseconds(1))))
        body("request_id", .string(number))
        guard let trace else { return }
        body("span_id", .string(trace.spanID))
        body("trace_id", .string(trace.traceID))
    }

    /// The members as metadata, for handlers that only accept events.
    var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = [:]
        forEachMember { metadata[$0] = $1 }
        return metadata
    }
}

/// The id of a request in response and log: 16 hexadecimal digits, the first of which is not 0.
///
/// The ids of a process begin at a random one, look random and do not repeat. They are not secret: all others can be
/// computed from one of them. Creating an id needs no system call.
struct RequestNumber: Hashable, Sendable, CustomStringConvertible {
    private let value: UInt64

    private static let last = Atomic(UInt64.random(in: .min ... .max))

    /// Creates the id of the next request.
    ///
    /// See [SplitMix64](https://prng.di.unimi.it/splitmix64.c), each step of which can be reversed.
    static func next() -> RequestNumber {
        while true {
            var value = last.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            value ^= value >> 31
            if value >> 60 > 0 { return RequestNumber(value: value) }
        }
    }

    var description: String { String(value, radix: 16) }

    func write(into buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(
            Self.digits(UInt32(truncatingIfNeeded: value >> 32)), Self.digits(UInt32(truncatingIfNeeded: value)))
    }

    /// The eight hexadecimal digits of a half, as the bytes of an integer.
    private static func digits(_ half: UInt32) -> UInt64 {
        // Moves each digit into a separate byte, then converts all bytes to characters at once.
        var digits = UInt64(half)
        digits = (digits << 16 | digits) & 0x0000_FFFF_0000_FFFF
        digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
        digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
        let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return digits + 0x3030_3030_3030_3030 + letters * 0x27
    }
}
