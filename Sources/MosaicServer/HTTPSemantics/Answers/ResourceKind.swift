/// The kind of a resource, for caching and access.
package enum ResourceKind: Hashable, Sendable, CaseIterable {
    /// A cue track or record, which grows with its storyboard and names its sheets.
    case document
    /// A sheet under its content's hash.
    case sheet
    /// A tile under its content's hash.
    case tile
    /// A tile or frame under a playback time, which may change with the storyboard.
    case tileAtTime
    /// The answer to a look-up, which names a sheet and a tile.
    case lookup
    /// A screenshot in full size, under a name that stays when it is replaced.
    case screenshot
    /// Lists, jobs and everything else about the library.
    case report

    /// How caches may store it.
    ///
    /// Where reading requires a token, documents with sheets have signatures for these, and are not stored.
    package func caching(for readers: ReadAccess) -> Caching {
        switch self {
        case .sheet, .tile: .immutable
        case .tileAtTime, .screenshot: .revalidated
        case .document, .lookup: readers == .anyone ? .revalidated : .unstored
        case .report: .unstored
        }
    }

    /// Whether a token in the query is accepted like one in `Authorization`: for resources that players load by URL
    /// alone.
    package var takesTokenInQuery: Bool {
        switch self {
        case .document, .lookup, .sheet, .tile, .tileAtTime: true
        case .screenshot, .report: false
        }
    }
}
