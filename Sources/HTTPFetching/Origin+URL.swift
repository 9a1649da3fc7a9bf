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
