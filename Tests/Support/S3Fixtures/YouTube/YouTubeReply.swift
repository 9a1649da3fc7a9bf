/// An answer of a ``YouTubeServer``.
package struct YouTubeReply: Sendable {
    /// Pace of the body.
    package enum Pace: Sendable {
        /// It is sent at once.
        case atOnce
        /// The body is sent in `parts` parts, with pauses of `pause` milliseconds between them.
        case slowly(parts: Int, pause: Int64)
        /// Its first half is sent, and then nothing.
        case half
        /// Its first half is sent, and the connection is closed.
        case cut
    }

    package var status: Int
    package var headers: [(name: String, value: String)] = []
    package var body: String
    package var pace = Pace.atOnce

    package init(_ status: Int, _ body: String = "", headers: [(name: String, value: String)] = []) {
        self.status = status
        self.body = body
        self.headers = headers
    }

    /// Google's document of an error, such as `403 quotaExceeded`.
    package static func error(
        _ status: Int, _ reason: String, domain: String = "youtube", headers: [(name: String, value: String)] = []
    ) -> YouTubeReply {
        YouTubeReply(
            status,
            """
            {"error": {"code": \(status), "message": "A sentence with <a href=\\"/youtube/v3/\\">markup</a>.", "errors": [
            {"message": "The same.", "domain": "\(domain)", "reason": "\(reason)"}]}}
            """, headers: headers)
    }

    /// The documented answer to a token that has expired.
    package static let unauthorized = YouTubeReply(
        401,
        """
        {"error": {"code": 401, "message": "Request had invalid authentication credentials. Expected OAuth 2 access token, \
        login cookie or other valid authentication credential.", "errors": [{"message": "Invalid Credentials", \
        "domain": "global", "reason": "authError", "location": "Authorization", "locationType": "header"}], \
        "status": "UNAUTHENTICATED"}}
        """)

    /// The documented answer to a token that lacks the scope.
    package static let scopeMissing = YouTubeReply(
        403,
        """
        {"error": {"code": 403, "message": "Request had insufficient authentication scopes.", "errors": [{"message": \
        "Insufficient Permission", "domain": "global", "reason": "insufficientPermissions"}], "status": \
        "PERMISSION_DENIED", "details": [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": \
        "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "domain": "googleapis.com", "metadata": {"service": "youtube.googleapis.com"}}]}}
        """)
}
