/// Why a file could not be had over HTTP.
package struct FetchError: Error, Hashable, Sendable {
    /// Whose fault it is.
    package enum Code: Hashable, Sendable {
        case malformed, limitExceeded, refused, notFound, unavailable, timedOut
    }

    /// What became of the connection.
    package enum Connection: Hashable, Sendable {
        /// It is not at fault.
        case sound
        /// No name server knows the host.
        case hostUnknown
        /// It did not come about or broke off; another try may succeed.
        case interrupted
        /// It failed otherwise.
        case failed
    }

    /// Whose fault it is.
    package let code: Code
    /// The file or host at fault: never a full path, never a query.
    package let subject: String
    /// One sentence with the numbers in it.
    package let reason: String
    /// What became of the connection.
    package let connection: Connection

    init(_ code: Code, _ subject: String, _ reason: String, connection: Connection = .sound) {
        self.code = code
        self.subject = subject
        self.reason = reason
        self.connection = connection
    }
}
