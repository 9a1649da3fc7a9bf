import HTTPTypes
import Logging

/// The log entry of a request.
struct LoggedRequest {
    /// Its level.
    static let level = Logger.Level.info
    /// Its message.
    static let message = "request"

    /// The request id.
    let number: String
    let method: String
    /// The requested target without secrets.
    let target: String
    let status: HTTPResponse.Status
    /// Of the answer's body.
    let bytes: Int
    /// From the request's head to the answer's.
    let duration: Duration
    /// The trace that the client has it in.
    var trace: TraceParent?

    /// A value of the entry.
    enum Value {
        case text(String)
        case number(Int64)
    }

    /// Calls `body` with the name and the value of each member.
    func forEachMember(_ body: (String, Value) -> Void) {
        body("method", .text(method))
        body("target", .text(LoggedTarget(target).description))
        body("status", .number(Int64(status.code)))
        body("bytes", .number(Int64(bytes)))
        body("duration_us", .number(Int64(duration / .microseconds(1))))
        body("request_id", .text(number))
        guard let trace else { return }
        body("span_id", .text(trace.spanID))
        body("trace_id", .text(trace.traceID))
    }

    /// The same for handlers that only take events.
    var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = [:]
        forEachMember { name, value in
            switch value {
            case .text(let text): metadata[name] = .string(text)
            case .number(let number): metadata[name] = .stringConvertible(number)
            }
        }
        return metadata
    }
}
