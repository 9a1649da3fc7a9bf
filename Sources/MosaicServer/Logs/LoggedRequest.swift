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

    /// Calls `body` with the name and the value of everything that is told.
    func forEachMember(_ body: (String, String) -> Void) {
        body("method", method)
        body("target", LoggedTarget(target).description)
        body("status", String(status.code))
        body("bytes", String(bytes))
        body("duration_us", String(Int64(duration / .microseconds(1))))
        body("request_id", number)
    }

    /// The same for handlers that know events alone.
    var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = [:]
        forEachMember { metadata[$0] = .string($1) }
        return metadata
    }
}
