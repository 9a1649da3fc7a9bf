/// What a URL leads to, as far as caches and tokens care.
package enum ResourceKind: Hashable, Sendable, CaseIterable {
    /// A cue track or record, which grows with its storyboard and names its sheets.
    case document
    /// A sheet under its content's hash.
    case sheet
    /// A tile under its content's hash.
    case tile
    /// A tile under a playback time: another one as soon as the storyboard has a better one.
    case tileAtTime
    /// The answer to a look-up, which names a sheet and a tile.
    case lookup
    /// A screenshot in full size, under a name that stays when it is replaced.
    case screenshot
    /// Lists, jobs and everything else about the library.
    case report

    /// How long it may be kept.
    ///
    /// Where reading takes a token, what names sheets carries signatures for them, and lies in no cache.
    package func caching(for readers: ReadAccess) -> Caching {
        switch self {
        case .sheet, .tile: .immutable
        case .tileAtTime, .screenshot: .revalidated
        case .document, .lookup: readers == .anyone ? .revalidated : .unstored
        case .report: .unstored
        }
    }

    /// Whether a token in the query is as good as one in `Authorization`: for what players load by URL alone.
    package var takesTokenInQuery: Bool {
        switch self {
        case .document, .lookup, .sheet, .tile, .tileAtTime: true
        case .screenshot, .report: false
        }
    }
}
