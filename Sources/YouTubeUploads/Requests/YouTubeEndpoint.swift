import Foundation

/// The server that has YouTube's API.
public struct YouTubeEndpoint: Hashable, Sendable {
    /// YouTube's own.
    public static let google = YouTubeEndpoint(base: "https://youtube.googleapis.com", host: "youtube.googleapis.com")

    /// The address without a slash at its end.
    let base: String
    /// The host's name, for errors.
    package let host: String

    private init(base: String, host: String) {
        self.base = base
        self.host = host
    }

    /// Another server, such as one of tests.
    ///
    /// - Returns: Nil for an invalid URL, and for a remote one without TLS: it would send the token in clear text.
    public init?(_ text: String) {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty, parts.user == nil,
            parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        let isLocal = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
        guard parts.scheme == "https" || parts.scheme == "http" && isLocal else { return nil }
        base = String(text.reversed().drop { $0 == "/" }.reversed())
        self.host = host
    }

    /// The address of a method with its parameters.
    func url(of method: String, _ parameters: [(name: String, value: String)]) -> String {
        let query = parameters.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return "\(base)/youtube/v3/\(method)?\(query)"
    }

    private static func encoded(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// The unreserved characters of RFC 3986, and the comma between parts.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,")
}
