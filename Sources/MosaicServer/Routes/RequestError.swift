import HTTPTypes

/// A failure of a request that only HTTP knows.
struct RequestError: Error, Hashable, Sendable {
    /// The error's code; clients compare the text.
    enum Code: String, Hashable, Sendable, CaseIterable {
        /// A parameter, field or body cannot be read.
        case invalidRequest = "invalid_request"
        /// A token is missing or not good.
        case unauthorized
        /// Not even with a token.
        case forbidden
        /// There is nothing of this name.
        case notFound = "not_found"
        /// The storyboard has no tile for this time or chapter.
        case noTile = "no_tile"
        /// The path exists, for other methods.
        case methodNotAllowed = "method_not_allowed"
        /// It is going to be there, and is not yet.
        case notYet = "not_yet"
        /// Existing state prevents it.
        case conflict
        /// The client expects another version.
        case preconditionFailed = "precondition_failed"
        /// The body is too large.
        case tooLarge = "too_large"
        /// A body of a type that is not taken here.
        case unsupportedType = "unsupported_type"
        /// The server does not answer to this name.
        case misdirected
        /// The operator has to set something first.
        case notConfigured = "not_configured"
        /// The client exceeds its share; it may retry later.
        case tooManyRequests = "too_many_requests"
        /// The server cannot at the moment.
        case unavailable
    }

    /// The error's code.
    let code: Code
    /// One sentence for the client.
    let reason: String
    /// Further fields of the answer, such as `Retry-After`.
    let fields: HTTPFields

    /// Makes an error; `reason` is one sentence that may be public.
    init(_ code: Code, _ reason: String, _ fields: HTTPFields = [:]) {
        self.code = code
        self.reason = reason
        self.fields = fields
    }

    static let tooManyFiles = RequestError(.unavailable, "Too many files are open.", [.retryAfter: "1"])
    static let noSheet = RequestError(.notFound, "There is no such sheet.")
    static let noStoryboard = RequestError(.notFound, "There is no such storyboard.")
    static let noTile = RequestError(.notFound, "There is no such tile.")
}
