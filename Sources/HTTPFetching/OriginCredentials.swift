package import Foundation
package import WebOrigins

/// Credentials of the player, sent to one origin alone.
struct OriginCredentials: Sendable {
    private let origin: Origin
    private let headers: [String: String]
    private let token: String?

    /// Nil for a URL that is not of the network.
    init?(headers: [String: String], token: String?, for url: URL) {
        guard let origin = Origin(url) else { return nil }
        self.origin = origin
        self.headers = headers
        self.token = token
    }

    /// The address with the token and all header fields; `nil` if the request goes to another origin.
    func signed(_ url: URL, _ fields: [String: String]) -> (URL, [String: String])? {
        guard Origin(url) == origin else { return nil }
        let fields = fields.merging(headers) { $1 }
        guard let token,
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return (url, fields) }
        // The items that are there stay as they are spelled: a signature may cover them.
        let items = components.percentEncodedQueryItems ?? []
        guard !items.contains(where: { $0.name == "token" }) else { return (url, fields) }
        let encoded = token.addingPercentEncoding(withAllowedCharacters: .unreservedInQuery)
        components.percentEncodedQueryItems = items + [URLQueryItem(name: "token", value: encoded)]
        return (components.url ?? url, fields)
    }
}

extension CharacterSet {
    /// [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986#section-2.3), so that no server reads `+` as a space.
    fileprivate static var unreservedInQuery: CharacterSet {
        CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    }
}

extension Origin {
    /// Whom a URL talks to; nil for everything but an `http` or `https` URL with a host.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: false), !host.isEmpty
        else { return nil }
        self.init(scheme: scheme, host: HostName(ofURL: host), port: url.port)
    }
}

extension URL {
    /// The reason why a URL without an origin is not fetched.
    package var originFault: String {
        ["http", "https"].contains(scheme?.lowercased())
            ? "The URL has no host." : "Only http and https are fetched, not \(scheme ?? "a relative address")."
    }
}
