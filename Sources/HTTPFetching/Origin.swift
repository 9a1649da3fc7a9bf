package import Foundation

/// Whom a URL talks to: scheme, host and port.
///
/// [RFC 6454](https://www.rfc-editor.org/rfc/rfc6454#section-4)
package struct Origin: Hashable, Sendable {
    private let scheme: String
    private let host: String
    private let port: Int

    /// Nil for everything but an `http` or `https` URL with a host.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }
}
