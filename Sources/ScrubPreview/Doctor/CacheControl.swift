/// The directives of a `Cache-Control` field that matter here.
///
/// [RFC 9111](https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2)
struct CacheControl {
    /// Seconds that a copy stays fresh; nil where nothing is said, 0 for `no-cache` and `no-store`.
    let freshness: Int64?

    init(_ field: String?) {
        var freshness: Int64?
        var isAlwaysStale = false
        for directive in field?.lowercased().split(separator: ",") ?? [] {
            let parts = directive.split(separator: "=", maxSplits: 1).map {
                $0.filter { !$0.isWhitespace && $0 != "\"" }
            }
            switch (parts.first, parts.dropFirst().first) {
            case ("no-cache", nil), ("no-store", nil): isAlwaysStale = true
            case ("max-age", let seconds?): freshness = Int64(seconds) ?? freshness
            case ("immutable", nil): freshness = freshness ?? .max
            default: break
            }
        }
        self.freshness = isAlwaysStale ? 0 : freshness
    }
}
