/// Why YouTube's API gives no uploads.
public struct YouTubeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Hashable, Sendable {
        /// The token is not valid any more.
        case expired
        /// The token lacks the scope ``YouTubeToken/scope``.
        case missingScope
        /// The account or the project may not do it.
        case denied
        /// The units of the day are used up.
        case quotaExceeded
        /// Too many requests at a time; it may pass.
        case rateLimited
        /// There is no such channel or list.
        case notFound
        /// A parameter is not valid, such as the token of a page.
        case invalidSettings
        /// The response is not from YouTube.
        case malformed
        /// The answer is too long.
        case limitExceeded
        /// The server fails or does not answer; it may pass.
        case unavailable
        /// There is no connection, and trying again does not help.
        case refused
    }

    /// The kind of fault.
    public let code: Code
    /// The method, the channel or the host at fault.
    public let subject: String
    /// One sentence.
    public let reason: String

    /// Makes an error; `reason` is one sentence.
    public init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    /// Whether the same request may succeed later.
    public var isTransient: Bool { code == .rateLimited || code == .unavailable }

    /// `subject: reason`.
    public var description: String { "\(subject): \(reason)" }
}
