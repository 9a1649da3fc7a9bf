import Foundation

/// An error of reading uploads through YouTube's API.
public struct YouTubeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Hashable, Sendable {
        /// The token has expired or was revoked.
        case expired
        /// The token lacks the scope ``YouTubeToken/scope``.
        case missingScope
        /// The account or the project has no permission.
        case denied
        /// The quota of the day is used up.
        case quotaExceeded
        /// Too many requests at a time; another attempt may succeed.
        case rateLimited
        /// There is no such channel or list.
        case notFound
        /// A parameter is invalid, such as the token of a page.
        case invalidSettings
        /// The response is not from YouTube.
        case malformed
        /// The response is longer than ``YouTubeRequest/longestAnswer``.
        case limitExceeded
        /// The server fails or does not respond; another attempt may succeed.
        case unavailable
        /// The TLS connection failed; another attempt does not help.
        case refused
    }

    /// The kind of fault.
    public let code: Code
    /// The method, the channel or the host at fault.
    public let subject: String
    /// The reason, in one sentence.
    public let reason: String
    /// Minimum pause before another attempt, if the server asks for one.
    private(set) var pause: Duration?

    /// Creates an error; `reason` is one sentence.
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

extension YouTubeError {
    /// Creates the error for a failed response, by the [reasons](https://developers.google.com/youtube/v3/docs/errors)
    /// in it.
    init(_ answer: YouTubeAnswer, to method: String, about subject: String) {
        let reasons = ErrorResponse(answer.body).reasons
        func has(_ names: String...) -> Bool { names.contains(where: reasons.contains) }
        let status = answer.status
        switch status {
        // Checked before the status, because an exceeded quota has status 403 or 429.
        case _ where has("quotaExceeded", "dailyLimitExceeded"):
            self.init(
                .quotaExceeded, method, "The quota of the day is used up; it begins anew at midnight Pacific time.")
        case _ where has("rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"):
            self.init(.rateLimited, method, "YouTube takes no more requests for the moment.")
        case 429: self.init(.rateLimited, method, "YouTube takes no more requests for the moment.")
        case 500...: self.init(.unavailable, method, "YouTube fails with status \(status).")
        case _ where has("insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"):
            self.init(
                .missingScope, method, "The token has no permission for it; it needs the scope \(YouTubeToken.scope).")
        case _ where has("youtubeSignupRequired", "authenticatedUserNotChannel"):
            self.init(.notFound, subject, "The account has no channel on YouTube.")
        case 401: self.init(.expired, method, "The token has expired or was revoked: get a new one, they last an hour.")
        case _ where has("accessNotConfigured", "SERVICE_DISABLED"):
            self.init(.denied, method, "YouTube Data API v3 is not enabled in the project that the token is of.")
        case _ where has("invalidPageToken"):
            self.init(.invalidSettings, method, "The token of the page is not valid.")
        case 404: self.init(.notFound, subject, "YouTube has no such channel or list of uploads.")
        case 300..<400: self.init(.malformed, method, "YouTube redirects with status \(status), which is not followed.")
        default:
            let named = reasons.first.map { "\($0), status \(status)" } ?? "status \(status)"
            self.init(status == 400 ? .invalidSettings : .denied, method, "YouTube refuses the request: \(named).")
        }
        pause = answer.field("retry-after").flatMap { Int($0) }.map { .seconds(min(max($0, 0), 3_600)) }
    }
}

/// The document of an error: `{"error": {"errors": [{"reason"}], "details": [{"reason"}]}}`.
private struct ErrorResponse: Decodable {
    struct Failure: Decodable {
        let errors: [Cause]?
        let details: [Cause]?
    }

    struct Cause: Decodable {
        let reason: String?
    }

    let error: Failure

    /// Parses a response. A response that is not from YouTube, such as a proxy's page, has no reasons.
    init(_ body: [UInt8]) {
        let read = try? JSONDecoder().decode(Self.self, from: Data(body))
        self = read ?? Self(error: Failure(errors: nil, details: nil))
    }

    private init(error: Failure) { self.error = error }

    /// The reason codes in the order of the document; other text is left out.
    var reasons: [String] {
        ((error.errors ?? []) + (error.details ?? [])).compactMap(\.reason).filter { reason in
            reason.utf8.count <= 64
                && reason.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || $0 == "_") }
        }
    }
}
