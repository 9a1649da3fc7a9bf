package import HTTPTypes
package import WebOrigins

/// Which pages may use the server from within a browser.
package struct OriginRule: Hashable, Sendable {
    /// Pages that may read.
    package enum ReadingPages: Hashable, Sendable {
        /// Every page what is published, and pages that may write everything.
        case all
        /// Pages of these origins, and the server's own.
        case only(Set<Origin>)
    }

    /// Which pages may embed what is served without asking, in pages that are isolated from other origins.
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

    /// Everyone reads, and nobody from elsewhere writes, unless told otherwise.
    package init(readers: ReadingPages = .all, writers: Set<Origin> = [], embedding: Embedding = .crossOrigin) {
        self.readers = readers
        self.writers = writers
        self.embedding = embedding
    }

    /// Whether a write may go on: of no page at all, of a page of the server itself, or of a trusted origin.
    ///
    /// Browsers send `Origin` with every write to somewhere else; what has none, but admits by `Sec-Fetch-Site` that
    /// it comes from somewhere else, is refused as well.
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
    /// What a browser says about where a request comes from.
    package static let secFetchSite = constant("Sec-Fetch-Site")
}
