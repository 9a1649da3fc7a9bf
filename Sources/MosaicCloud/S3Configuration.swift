import Foundation
import Mosaic

/// Access to buckets: server, region and credentials.
package struct S3Configuration: Sendable {
    /// Address of the server.
    package var endpoint: S3Endpoint
    /// Region in signatures, and in the default endpoint.
    package var region: String
    /// Credentials that sign requests; nil sends them unsigned.
    package var credentials: S3Credentials?
    /// PEM file with certificates that are trusted instead of the system's; nil trusts the system's.
    package var certificates: String?

    /// Reads the variables of the AWS tools, and the shared configuration and credentials files.
    ///
    /// The variables are `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_DEFAULT_REGION`,
    /// `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_PROFILE`, `AWS_SHARED_CREDENTIALS_FILE`,
    /// `AWS_CONFIG_FILE`, `AWS_CA_BUNDLE` and `HOME`. An empty variable counts as missing. Without credentials,
    /// requests are not signed.
    /// - Parameters:
    ///   - environment: Variables of the process.
    ///   - endpointURL: URL of the server, such as `https://s3.example`; nil uses the environment's, otherwise
    ///     Amazon's.
    ///   - isAnonymous: Whether requests are not signed, even with credentials.
    /// - Throws: `invalidSettings`, with the variable, the option or the file's line as the subject; errors of reading
    ///   a file.
    package init(environment: [String: String], endpointURL: String? = nil, isAnonymous: Bool = false) throws {
        let variables = environment.filter { !$0.value.isEmpty }
        let profile = try SharedProfile(variables, needsCredentials: !isAnonymous)
        let region = variables["AWS_REGION"] ?? variables["AWS_DEFAULT_REGION"] ?? profile.region ?? "us-east-1"
        guard (1...64).contains(region.utf8.count), region.utf8.allSatisfy(Self.isPartOfRegion) else {
            throw MosaicError(
                .invalidSettings, variables["AWS_REGION"] == nil ? "AWS_DEFAULT_REGION" : "AWS_REGION",
                "A region has letters, digits and hyphens alone, at most 64.")
        }
        self.region = region
        endpoint = try Self.endpoint(endpointURL, variables, profile, region)
        certificates = variables["AWS_CA_BUNDLE"]
        credentials = isAnonymous ? nil : try Self.credentials(variables) ?? profile.credentials
    }

    /// Creates a configuration without a certificate file.
    package init(endpoint: S3Endpoint, region: String = "us-east-1", credentials: S3Credentials?) {
        self.endpoint = endpoint
        self.region = region
        self.credentials = credentials
    }

    /// Whether a region may contain a byte: a letter, a digit or a hyphen.
    static func isPartOfRegion(_ byte: UInt8) -> Bool {
        PercentEncoding.isUnreserved(byte) && !"._~".utf8.contains(byte)
    }

    private static func endpoint(
        _ argument: String?, _ variables: [String: String], _ profile: SharedProfile, _ region: String
    ) throws -> S3Endpoint {
        let candidates = [
            ("--endpoint-url", argument), ("AWS_ENDPOINT_URL_S3", variables["AWS_ENDPOINT_URL_S3"]),
            ("AWS_ENDPOINT_URL", variables["AWS_ENDPOINT_URL"]), ("endpoint_url", profile.endpoint),
        ]
        for case (let name, let text?) in candidates {
            guard let endpoint = S3Endpoint(text) else {
                throw MosaicError(
                    .invalidSettings, name,
                    "The address of an S3 server begins with http:// or https://, and has no user, path or query.")
            }
            return endpoint
        }
        return S3Endpoint(region: region)
    }

    private static func credentials(_ variables: [String: String]) throws -> S3Credentials? {
        let (keyID, secret) = (variables["AWS_ACCESS_KEY_ID"], variables["AWS_SECRET_ACCESS_KEY"])
        guard keyID != nil || secret != nil else { return nil }
        guard let keyID else {
            throw MosaicError(
                .invalidSettings, "AWS_ACCESS_KEY_ID", "It is missing, but AWS_SECRET_ACCESS_KEY is there.")
        }
        guard let secret else {
            throw MosaicError(
                .invalidSettings, "AWS_SECRET_ACCESS_KEY", "It is missing, but AWS_ACCESS_KEY_ID is there.")
        }
        for (name, value) in [
            ("AWS_ACCESS_KEY_ID", keyID), ("AWS_SESSION_TOKEN", variables["AWS_SESSION_TOKEN"] ?? "x"),
        ]
        where !value.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) {
            throw MosaicError(.invalidSettings, name, "It has a space, or a character that is not ASCII.")
        }
        return S3Credentials(keyID: keyID, secret: secret, sessionToken: variables["AWS_SESSION_TOKEN"])
    }
}

/// Credentials that sign requests. Descriptions and mirrors hide the values.
package struct S3Credentials: Sendable, CustomStringConvertible, CustomReflectable {
    let keyID: String
    let secret: String
    let sessionToken: String?

    package init(keyID: String, secret: String, sessionToken: String? = nil) {
        self.keyID = keyID
        self.secret = secret
        self.sessionToken = sessionToken
    }

    /// The type's name, so that no log contains credentials.
    package var description: String { "S3Credentials" }

    /// A mirror without children, which hides the credentials.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The address of an S3 server, and the form of its bucket URLs.
package struct S3Endpoint: Hashable, Sendable {
    /// Position of the bucket's name in URLs.
    package enum Addressing: Hashable, Sendable {
        /// In the host if the server is Amazon's and the name has no dot, otherwise in the path.
        case automatic
        /// In the path: `https://host/bucket/key`.
        case path
        /// In the host: `https://bucket.host/key`. A name with a dot is in the path instead, because a wildcard
        /// certificate does not match it.
        case virtualHost
    }

    /// Whether connections use TLS.
    let isSecure: Bool
    /// Host name or IP address; IPv6 in brackets.
    let host: String
    /// Port; nil for the scheme's default.
    let port: Int?
    package var addressing = Addressing.automatic

    /// Creates the endpoint of an Amazon region.
    init(region: String) {
        isSecure = true
        host = "s3.\(region).amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : "")
        port = nil
    }

    /// Parses `https://host:port`; nil for another scheme, and for a URL with user, path or query.
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

    /// Whether the server belongs to Amazon.
    var isAmazon: Bool { host.hasSuffix(".amazonaws.com") || host.hasSuffix(".amazonaws.com.cn") }

    /// The header field `Host` and the beginning of the path for a bucket.
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
