package import HTTPTypes
package import WebOrigins

/// Decides which pages may use the server from a browser.
package struct OriginRule: Hashable, Sendable {
    /// Pages that may read.
    package enum ReadingPages: Hashable, Sendable {
        /// Every page may read published documents. Pages that may write may read everything.
        case all
        /// Only pages of these origins and of the server itself.
        case only(Set<Origin>)
    }

    /// Pages that may embed responses without CORS: the value of `Cross-Origin-Resource-Policy`. Pages that are
    /// isolated from other origins embed only responses with this field.
    ///
    /// See [the Fetch standard](https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header).
    package enum Embedding: String, Hashable, Sendable, CaseIterable {
        case crossOrigin = "cross-origin"
        case sameSite = "same-site"
        case sameOrigin = "same-origin"
    }

    package let readers: ReadingPages
    /// Origins whose pages may write, in addition to the server's own.
    let writers: Set<Origin>
    let embedding: Embedding

    /// Creates a rule. By default all pages may read, and no page of another origin may write.
    package init(readers: ReadingPages = .all, writers: Set<Origin> = [], embedding: Embedding = .crossOrigin) {
        self.readers = readers
        self.writers = writers
        self.embedding = embedding
    }

    /// Whether a write is allowed: from a client that is not a web page, from a page of the server itself, or from a
    /// page of a trusted origin.
    ///
    /// Browsers send `Origin` with every cross-origin write. A request without `Origin` is refused if `Sec-Fetch-Site`
    /// has a value other than `same-origin` or `none`.
    package func allowsWrite(_ request: HTTPFields, host: String?, overTLS: Bool) -> Bool {
        guard let field = request[.origin] else {
            let site = request[.secFetchSite]
            return site == nil || site == "same-origin" || site == "none"
        }
        guard let origin = Origin(field) else { return false }
        if writers.contains(origin) { return true }
        return host.flatMap(Authority.init).map { origin.isServed(at: $0, overTLS: overTLS) } ?? false
    }
}

extension HTTPField.Name {
    /// The browser's information on the origin of a request.
    package static let secFetchSite = constant("Sec-Fetch-Site")
}

extension OriginRule {
    /// The header fields of the response (204) to a preflight request; `nil` if `OPTIONS` is not a preflight request.
    ///
    /// A refusal is a response without the allowing fields. Credentials are never allowed, because the server reads
    /// no cookies. See [the Fetch standard](https://fetch.spec.whatwg.org/#http-cors-protocol).
    package func preflightFields(for request: HTTPFields, isPublished: Bool) -> HTTPFields? {
        guard let origin = request[.origin], let name = request[.accessControlRequestMethod] else { return nil }
        var fields: HTTPFields = [
            .vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"
        ]
        let isRead = name == "GET" || name == "HEAD"
        guard let leave = leave(for: origin, isRead: isRead, isPublished) else { return fields }
        fields[.accessControlAllowOrigin] = leave
        fields[.accessControlAllowMethods] = isRead ? "GET, HEAD" : "GET, HEAD, POST, PUT, DELETE"
        fields[.accessControlAllowHeaders] = Self.readFields + (isRead ? "" : ", Content-Type")
        fields[.accessControlMaxAge] = "3600"
        return fields
    }

    /// The header fields of every response, including errors and 304.
    ///
    /// - Parameter isPublished: Whether the path is a document or picture of a storyboard, which every page may read by
    ///   default. By default, lists, jobs and other resources may be read only by pages that may write.
    package func fields(for request: HTTPFields, method: HTTPRequest.Method, isPublished: Bool) -> HTTPFields {
        var fields: HTTPFields = [.crossOriginResourcePolicy: embedding.rawValue]
        let isRead = ReadMethod(method) != nil
        // If every page may read, the response does not depend on the origin, so that caches can share it.
        let isForAll = isRead && isPublished && readers == .all
        if !isForAll { fields[.vary] = "Origin" }
        guard let leave = isForAll ? "*" : request[.origin].flatMap({ leave(for: $0, isRead: isRead, isPublished) })
        else { return fields }
        fields[.accessControlAllowOrigin] = leave
        fields[.accessControlExposeHeaders] =
            "Accept-Ranges, Content-Length, Content-Location, Content-Range, ETag, Location, Retry-After, X-Request-ID"
        return fields
    }

    /// The value of `Access-Control-Allow-Origin` for a page of this origin; `nil` if the page may not read the
    /// response.
    private func leave(for field: String, isRead: Bool, _ isPublished: Bool) -> String? {
        let trusted: Set<Origin>
        switch readers {
        case .all where isRead && isPublished: return "*"
        case .only(let origins) where isRead: trusted = origins
        default: trusted = writers
        }
        return Origin(field).map(trusted.contains) ?? false ? field : nil
    }

    private static let readFields =
        "Authorization, If-Match, If-Modified-Since, If-None-Match, If-Range, If-Unmodified-Since, Range"
}

/// Decides which host names a server accepts.
///
/// After DNS rebinding, a page's host name resolves to this machine, and the page's requests have that name in `Host`.
/// A server without authentication must refuse such requests. An address in `Host` is safe, because it is not resolved.
package struct HostRule: Hashable, Sendable {
    private let configured: [Authority]
    private let takesAddresses: Bool

    /// Creates a rule that accepts these names and the machine's own names. A name without a port accepts all ports.
    ///
    /// - Parameter takesAddresses: Whether every IP address is accepted, for a server that listens on all addresses of
    ///   the machine.
    package init(configured: [Authority] = [], takesAddresses: Bool = false) {
        (self.configured, self.takesAddresses) = (configured, takesAddresses)
    }

    /// Whether a request with this `Host` (`:authority` in HTTP/2) is allowed. A request without a host is not allowed.
    package func allows(_ field: String?) -> Bool {
        guard let field, let authority = Authority(field) else { return false }
        if authority.host.isLoopback { return true }
        if takesAddresses, case .address = authority.host { return true }
        return configured.contains { known in
            guard known.host == authority.host else { return false }
            guard let port = known.port else { return true }
            return authority.port.map { $0 == port } ?? (port == 80 || port == 443)
        }
    }
}
