import HTTPSemantics
import HTTPTypes
import Logging

/// What the log tells of a request.
struct LoggedRequest {
    /// What it is told at.
    static let level = Logger.Level.info
    /// What it is told as.
    static let message = "request"

    /// What the request is called.
    let number: String
    let method: String
    /// As it was asked for: what it holds of secrets is not told.
    let target: String
    let status: HTTPResponse.Status
    /// Of the answer's body.
    let bytes: Int
    /// From the request's head to the answer's.
    let duration: Duration

    /// Something that is told of a request.
    enum Value {
        case text(String)
        case number(Int64)
    }

    /// Calls `body` with the name and the value of everything that is told.
    func forEachMember(_ body: (String, Value) -> Void) {
        body("method", .text(method))
        body("target", .text(LoggedTarget(target).description))
        body("status", .number(Int64(status.code)))
        body("bytes", .number(Int64(bytes)))
        body("duration_us", .number(Int64(duration / .microseconds(1))))
        body("request_id", .text(number))
    }

    /// The same for handlers that know events alone.
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
