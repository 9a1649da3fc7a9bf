import Mosaic

/// The facts about one storyboard in a catalog.
public struct StoryboardStatus: Hashable, Sendable {
    /// Nil where it is not published.
    public let entry: CatalogEntry?
    /// Nil where it was never submitted.
    public let job: Job?

    /// Joins an entry and a job.
    public init(entry: CatalogEntry?, job: Job?) {
        self.entry = entry
        self.job = job
    }
}
