/// Maximum age of a cached response.
package enum Caching: Hashable, Sendable, CaseIterable {
    /// Fresh for a year: the URL identifies the bytes.
    case immutable
    /// Stored, and revalidated at each use.
    case revalidated
    /// Not at all.
    case unstored

    /// The value of `Cache-Control`; shared caches store nothing that requires a token.
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
    /// Everyone.
    case anyone
    /// Requests with a token or a signed link.
    case tokenHolders
}
