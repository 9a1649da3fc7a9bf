/// The origin of a web page: the value of the header field `Origin`.
///
/// See [RFC 6454, section 4](https://www.rfc-editor.org/rfc/rfc6454#section-4).
package struct Origin: Hashable, Sendable {
    /// The scheme in lower case, such as `https`.
    package let scheme: String
    let host: HostName
    /// The port, by default the port of the scheme; `nil` if no port is given and the scheme is neither `http` nor
    /// `https`.
    let port: Int?

    /// Parses `scheme://host` or `scheme://host:port`; `nil` for `null`, several origins, paths and any other text.
    package init?(_ text: String) {
        guard text.utf8.count <= 400, let slashes = text.firstRange(of: "://"),
            let authority = Authority(String(text[slashes.upperBound...]))
        else { return nil }
        let scheme = text[..<slashes.lowerBound]
        guard !scheme.isEmpty, scheme.utf8.allSatisfy({ $0.isLetterOrDigit || "+-.".utf8.contains($0) })
        else { return nil }
        self.init(scheme: scheme.lowercased(), host: authority.host, port: authority.port)
    }

    /// Creates the origin from the parts of a parsed URL.
    ///
    /// - Parameters:
    ///   - scheme: The scheme in lower case.
    ///   - port: `nil` takes the port of the scheme.
    package init(scheme: String, host: HostName, port: Int?) {
        self.scheme = scheme
        self.host = host
        self.port = port ?? Self.port(of: scheme)
    }

    /// Whether a page of this origin was served by the server that a request names in `Host`.
    ///
    /// `https` also counts for a server without TLS, because it may be behind a gateway with TLS. `http` counts only
    /// for a server without TLS.
    package func isServed(at authority: Authority, overTLS: Bool) -> Bool {
        guard scheme == "https" || (scheme == "http" && !overTLS) else { return false }
        return host == authority.host && port == (authority.port ?? Self.port(of: scheme))
    }

    private static func port(of scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }
}

/// A host with an optional port: the value of the header field `Host`.
///
/// See [RFC 9110, section 7.2](https://www.rfc-editor.org/rfc/rfc9110#section-7.2).
package struct Authority: Hashable, Sendable {
    package let host: HostName
    /// The port, 1...65 535; `nil` if the text has no port.
    package let port: Int?

    /// Parses `host` or `host:port`; `nil` for any other text, such as text with user information.
    package init?(_ text: String) {
        guard text.utf8.count <= 300 else { return nil }
        let colon = text.utf8.lastIndex(of: UInt8(ascii: ":"))
        let bracket = text.utf8.lastIndex(of: UInt8(ascii: "]"))
        var host = Substring(text)
        var port: Int?
        if let colon, bracket.map({ $0 < colon }) ?? true {
            host = text[..<colon]
            let digits = text.utf8[text.utf8.index(after: colon)...]
            if !digits.isEmpty {
                guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
                    let number = UInt16(Substring(digits)), number > 0
                else { return nil }
                port = Int(number)
            }
        }
        guard let name = HostName(host) else { return nil }
        self.host = name
        self.port = port
    }
}
