import Mosaic

/// Selects and sorts storyboards of a catalog.
public struct CatalogQuery: Hashable, Sendable {
    /// The order of a list.
    public enum Order: String, Hashable, Sendable, Codable, CaseIterable {
        /// Last published first.
        case newest
        /// First published first.
        case oldest
        /// By the bytes of the id.
        case id
    }

    /// The largest page.
    package static let maximumLimit = 10_000

    /// Text that id or title contains, upper and lower case of ASCII alike; nil takes all.
    public var search: String?
    /// The order; storyboards of the same time are sorted by id.
    public var order = Order.newest
    /// Maximum number of entries, 1...10 000; less is 1.
    public var limit = 100
    /// Number of entries to skip, 0 or more; less is 0.
    public var offset = 0

    /// The hundred newest storyboards.
    public init() {}
}

/// A page of a list, with the length of the list.
public struct CatalogPage: Hashable, Sendable {
    /// The storyboards of the page.
    public let entries: [CatalogEntry]
    /// The number of entries without limit and offset.
    public let total: Int

    /// Makes a page.
    public init(entries: [CatalogEntry], total: Int) {
        self.entries = entries
        self.total = total
    }
}

/// Selects jobs of a catalog; the last submitted comes first.
public struct JobQuery: Hashable, Sendable {
    /// Only jobs in this state; nil takes all.
    public var state: JobState?
    /// Whether only leased jobs are selected, expired leases included.
    public var onlyHeld = false
    /// Maximum number of jobs, 1...10 000; less is 1.
    public var limit = 100
    /// Number of jobs to skip, 0 or more; less is 0.
    public var offset = 0

    /// The hundred newest jobs.
    public init() {}
}
