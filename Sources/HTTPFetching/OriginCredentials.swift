package import Foundation
package import WebOrigins

/// Credentials of the player, sent only to one origin.
struct OriginCredentials: Sendable {
    private let origin: Origin
    private let headers: [String: String]
    private let token: String?

    /// `nil` if the URL is not an `http` or `https` URL with a host.
    init?(headers: [String: String], token: String?, for url: URL) {
        guard let origin = Origin(url) else { return nil }
        self.origin = origin
        self.headers = headers
        self.token = token
    }

    /// The URL with the token, and all header fields; `nil` if the URL has another origin.
    func signed(_ url: URL, _ fields: [String: String]) -> (URL, [String: String])? {
        guard Origin(url) == origin else { return nil }
        let fields = fields.merging(headers) { $1 }
        guard let token,
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return (url, fields) }
        // Keeps the spelling of existing items: a signature may cover it.
        let items = components.percentEncodedQueryItems ?? []
        guard !items.contains(where: { $0.name == "token" }) else { return (url, fields) }
        let encoded = token.addingPercentEncoding(withAllowedCharacters: .unreservedInQuery)
        components.percentEncodedQueryItems = items + [URLQueryItem(name: "token", value: encoded)]
        return (components.url ?? url, fields)
    }
}

extension CharacterSet {
    /// The unreserved characters. All others are escaped, so that no server reads `+` as a space.
    ///
    /// [RFC 3986, section 2.3](https://www.rfc-editor.org/rfc/rfc3986#section-2.3)
    fileprivate static var unreservedInQuery: CharacterSet {
        CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    }
}

extension Origin {
    /// The origin of a URL; `nil` unless it is an `http` or `https` URL with a host.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: false), !host.isEmpty
        else { return nil }
        self.init(scheme: scheme, host: HostName(ofURL: host), port: url.port)
    }
}

extension URL {
    /// The message why a URL without an origin is not fetched.
    package var originFault: String {
        ["http", "https"].contains(scheme?.lowercased())
            ? "The URL has no host." : "Only http and https are fetched, not \(scheme ?? "a relative address")."
    }
}
