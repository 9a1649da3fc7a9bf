package import Foundation
package import WebOrigins

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
