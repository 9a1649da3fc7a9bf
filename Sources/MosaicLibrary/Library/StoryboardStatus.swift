import Mosaic

/// What a catalog holds of one storyboard.
public struct StoryboardStatus: Hashable, Sendable {
    /// Nil where it is not published.
    public let entry: CatalogEntry?
    /// Nil where nobody asked for it.
    public let job: Job?

    /// Says what is held.
    public init(entry: CatalogEntry?, job: Job?) {
        self.entry = entry
        self.job = job
    }
}
