package import HTTPTypes
package import WebOrigins

/// Which pages may use the server from a browser.
package struct OriginRule: Hashable, Sendable {
    /// Pages that may read.
    package enum ReadingPages: Hashable, Sendable {
        /// Every page may read published documents; pages that may write may read everything.
        case all
        /// Pages of these origins, and the server's own.
        case only(Set<Origin>)
    }

    /// Which pages may embed answers without CORS while they are isolated from other origins.
    ///
    /// See [the Fetch standard](https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header).
    package enum Embedding: String, Hashable, Sendable, CaseIterable {
        case crossOrigin = "cross-origin"
        case sameSite = "same-site"
        case sameOrigin = "same-origin"
    }

    /// Pages that may read.
    package let readers: ReadingPages
    /// Origins besides the server's own whose pages may write.
    let writers: Set<Origin>
    /// Pages that may embed.
    let embedding: Embedding

    /// By default all pages may read and no page of another origin may write.
    package init(readers: ReadingPages = .all, writers: Set<Origin> = [], embedding: Embedding = .crossOrigin) {
        self.readers = readers
        self.writers = writers
        self.embedding = embedding
    }

    /// Whether a write is allowed: from no page, from a page of the server itself, or from a trusted origin.
    ///
    /// Browsers send `Origin` with every cross-origin write; a request without it is refused where `Sec-Fetch-Site`
    /// says that it is cross-site.
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
    /// A browser's statement on the origin of a request.
    package static let secFetchSite = constant("Sec-Fetch-Site")
}
