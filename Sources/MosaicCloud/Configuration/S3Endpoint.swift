import Foundation
import Mosaic

/// A server that speaks S3, and how buckets are addressed there.
package struct S3Endpoint: Hashable, Sendable {
    /// Where the bucket's name stands.
    package enum Addressing: Hashable, Sendable {
        /// In the host at Amazon, where it has no dot; else in the path.
        case automatic
        /// `https://host/bucket/key`
        case path
        /// `https://bucket.host/key`; a name with a dot stands in the path, because no certificate is good for it.
        case virtualHost
    }

    /// Whether TLS is spoken.
    let isSecure: Bool
    /// A name, or an address; IPv6 in brackets.
    let host: String
    /// Nil for the scheme's own.
    let port: Int?
    /// Where the bucket's name stands.
    package var addressing = Addressing.automatic

    /// Amazon's own for a region.
    init(region: String) {
        isSecure = true
        host = "s3.\(region).amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : "")
        port = nil
    }

    /// Reads `https://host:port`; nil for other schemes and for addresses with user, path or query.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), let parts = URLComponents(string: text),
            let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = parts.encodedHost, !host.isEmpty, parts.user == nil, parts.password == nil,
            parts.query == nil, parts.fragment == nil, parts.path.isEmpty || parts.path == "/"
        else { return nil }
        isSecure = scheme == "https"
        self.host = host.lowercased()
        port = parts.port == (isSecure ? 443 : 80) ? nil : parts.port
    }

    /// Whether it is Amazon's.
    var isAmazon: Bool { host.hasSuffix(".amazonaws.com") || host.hasSuffix(".amazonaws.com.cn") }

    /// The header field `Host`, and the beginning of the path.
    func place(of bucket: BucketName) -> (host: String, path: String) {
        let authority = port.map { "\(host):\($0)" } ?? host
        let isInHost =
            switch addressing {
            case .automatic: isAmazon
            case .path: false
            case .virtualHost: true
            }
        return isInHost && !bucket.rawValue.contains(".")
            ? ("\(bucket).\(authority)", "") : (authority, "/\(bucket)")
    }
}
