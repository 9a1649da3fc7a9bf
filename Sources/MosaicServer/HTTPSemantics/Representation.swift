package import HTTPTypes

/// The metadata of a body, known before its first byte is read.
package struct Representation: Hashable, Sendable {
    /// The body's length in bytes.
    let count: Int
    package let validators: Validators
    /// The header fields of a response with the whole body. They are created once, so that a response from memory
    /// copies no text.
    package let fields: HTTPFields
    /// The header fields of a 304 response, from which a cache updates its copy.
    ///
    /// See [RFC 9110, section 15.4.5](https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5).
    let notModifiedFields: HTTPFields

    /// Creates the metadata of a body of `count` bytes, 0 or more.
    ///
    /// - Parameters:
    ///   - type: The value of `Content-Type`.
    ///   - contentLocation: The URL of this version; `nil` if it is the requested one.
    ///   - readers: Clients that may read the body. For protected resources, `Referrer-Policy` keeps browsers from
    ///     passing on the signed links.
    package init(
        count: Int, type: String, entityTag: EntityTag?, lastModified: HTTPDate? = nil, caching: Caching,
        readers: ReadAccess = .anyone, contentLocation: String? = nil
    ) {
        self.count = count
        validators = Validators(
            entityTag: entityTag, lastModified: lastModified, hasStrongDate: caching == .immutable)
        var kept = HTTPFields()
        kept[.eTag] = entityTag?.fieldValue
        kept[.cacheControl] = caching.fieldValue(for: readers)
        kept[.contentLocation] = contentLocation
        var whole = kept
        whole[.contentType] = type
        whole[.contentLength] = String(count)
        whole[.lastModified] = lastModified?.fieldValue
        whole[.acceptRanges] = "bytes"
        whole[.xContentTypeOptions] = "nosniff"
        if readers == .tokenHolders { whole[.referrerPolicy] = "no-referrer" }
        fields = whole
        // A cache does not need the date if it has the entity tag.
        if entityTag == nil { kept[.lastModified] = lastModified?.fieldValue }
        notModifiedFields = kept
    }
}

extension HTTPField.Name {
    /// Controls which part of a page's URL the page's requests include in `Referer`.
    static let referrerPolicy = constant("Referrer-Policy")

    /// Creates a field name from a literal in the code, which must be valid.
    package static func constant(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is not a field's name.") }
        return name
    }
}

/// The kind of a resource, for caching and access.
package enum ResourceKind: Hashable, Sendable, CaseIterable {
    /// A document that names sheets, such as a track or record. It changes with the storyboard.
    case document
    /// A sheet, whose name contains the hash of its content.
    case sheet
    /// A tile, whose name contains the hash of its content.
    case tile
    /// A tile or frame at a playback time, which may change with the storyboard.
    case tileAtTime
    /// The response to a look-up, which names a sheet and a tile.
    case lookup
    /// A screenshot in full size. Its name stays the same when it is replaced.
    case screenshot
    /// Lists, jobs and other reports on the library.
    case report

    /// The caching of responses with this resource.
    ///
    /// If reading requires a token, documents contain signatures for their sheets, and must not be stored.
    package func caching(for readers: ReadAccess) -> Caching {
        switch self {
        case .sheet, .tile: .immutable
        case .tileAtTime, .screenshot: .revalidated
        case .document, .lookup: readers == .anyone ? .revalidated : .unstored
        case .report: .unstored
        }
    }

    /// Whether a token in the query is accepted: for resources that players load by URL only.
    package var takesTokenInQuery: Bool {
        switch self {
        case .document, .lookup, .sheet, .tile, .tileAtTime: true
        case .screenshot, .report: false
        }
    }
}

/// How caches may store a response.
package enum Caching: Hashable, Sendable, CaseIterable {
    /// Fresh for a year: the URL identifies the bytes.
    case immutable
    /// Stored, and revalidated before each use.
    case revalidated
    /// Not stored.
    case unstored

    /// The value of `Cache-Control`. Shared caches must not store responses that require a token.
    ///
    /// See [RFC 9111, section 5.2.2](https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2) and
    /// [RFC 8246](https://www.rfc-editor.org/rfc/rfc8246).
    package func fieldValue(for readers: ReadAccess) -> String {
        switch (self, readers) {
        case (.immutable, .anyone): "public, max-age=31536000, immutable"
        case (.immutable, .tokenHolders): "private, max-age=31536000, immutable"
        case (.revalidated, .anyone): "no-cache"
        case (.revalidated, .tokenHolders): "private, no-cache"
        case (.unstored, .anyone): "no-store"
        case (.unstored, .tokenHolders): "private, no-store"
        }
    }
}

/// Clients that may read published documents.
package enum ReadAccess: Hashable, Sendable, CaseIterable {
    /// All clients.
    case anyone
    /// Requests with a token or a signed link.
    case tokenHolders
}

/// The media types that a client accepts, with their quality values.
///
/// See [RFC 9110, section 12.5.1](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1).
package struct AcceptedTypes: Hashable, Sendable {
    /// Maximum number of media ranges that are read; a browser sends about eight.
    static let maximumCount = 64

    /// Quality values in thousandths, 0...1000, by media range in lower case.
    private let qualities: [String: Int]

    /// Parses `Accept`; `nil` stands for a missing field. Invalid ranges are ignored.
    package init(_ field: String?) {
        var qualities: [String: Int] = [:]
        for range in (field ?? "").split(separator: ",").prefix(Self.maximumCount) {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let type = parts.first, type.contains("/") else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            qualities[type] = weight.map { Self.thousandths($0.dropFirst(2)) } ?? 1_000
        }
        self.qualities = qualities
    }

    /// Whether the client prefers HTML to JSON: it lists `text/html` with a higher quality than `application/json`. If
    /// it does not list JSON, the quality of HTML must be at least the quality of the matching range.
    package var preferHTML: Bool {
        guard let html = qualities["text/html"], html > 0 else { return false }
        if let json = qualities["application/json"] { return html > json }
        return html >= qualities["application/*"] ?? qualities["*/*"] ?? 0
    }

    /// A weight such as `0.8` or `1`; other text counts as 0.
    private static func thousandths(_ text: Substring) -> Int {
        guard text.utf8.count <= 5, let weight = Double(text), (0...1).contains(weight) else { return 0 }
        return Int((weight * 1_000).rounded())
    }
}
