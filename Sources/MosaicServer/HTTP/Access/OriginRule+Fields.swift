import HTTPTypes

extension OriginRule {
    /// The fields of the answer (204) to a preflight; nil where `OPTIONS` came without asking for leave.
    ///
    /// A refusal is an answer without leave in it. Cookies are never let through, because nothing here reads any.
    /// See [the Fetch standard](https://fetch.spec.whatwg.org/#http-cors-protocol).
    func preflightFields(for request: HTTPFields) -> HTTPFields? {
        guard let origin = request[.origin], let name = request[.accessControlRequestMethod] else { return nil }
        var fields: HTTPFields = [
            .vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"
        ]
        let isRead = name == "GET" || name == "HEAD"
        guard let leave = leave(for: origin, isRead: isRead) else { return fields }
        fields[.accessControlAllowOrigin] = leave
        fields[.accessControlAllowMethods] = isRead ? "GET, HEAD" : "GET, HEAD, POST, PUT, DELETE"
        fields[.accessControlAllowHeaders] = Self.readFields + (isRead ? "" : ", Content-Type")
        fields[.accessControlMaxAge] = "3600"
        return fields
    }

    /// The fields that go with every answer, errors and 304 included.
    func fields(for request: HTTPFields, method: HTTPRequest.Method) -> HTTPFields {
        var fields: HTTPFields = [.crossOriginResourcePolicy: embedding.rawValue]
        let isRead = ReadMethod(method) != nil
        if !isRead || readers != .all { fields[.vary] = "Origin" }
        // Whoever may read everything need not say who they are, so that one answer in a cache serves all.
        guard let leave = isRead && readers == .all ? "*" : request[.origin].flatMap({ leave(for: $0, isRead: isRead) })
        else { return fields }
        fields[.accessControlAllowOrigin] = leave
        fields[.accessControlExposeHeaders] =
            "Accept-Ranges, Content-Length, Content-Location, Content-Range, ETag, Location, Retry-After, X-Request-ID"
        return fields
    }

    /// The value that lets a page of this origin see the answer; nil for none.
    private func leave(for field: String, isRead: Bool) -> String? {
        let trusted: Set<Origin>
        switch readers {
        case .all where isRead: return "*"
        case .only(let origins) where isRead: trusted = origins
        default: trusted = writers
        }
        return Origin(field).map(trusted.contains) ?? false ? field : nil
    }

    private static let readFields =
        "Authorization, If-Match, If-Modified-Since, If-None-Match, If-Range, If-Unmodified-Since, Range"
}
