/// Credentials for requests to the track's own origin, and to no other.
///
/// The origin is that of the URL the track is loaded from. A sheet on another host, or a redirect to one, gets neither
/// the header fields nor the token.
public struct Credentials: Hashable, Sendable {
    /// Header fields, such as `Authorization`.
    public var headers: [String: String]
    /// Sent as `?token=`, unless the URL has a token.
    public var token: String?

    /// Makes credentials.
    public init(headers: [String: String] = [:], token: String? = nil) {
        self.headers = headers
        self.token = token
    }
}
