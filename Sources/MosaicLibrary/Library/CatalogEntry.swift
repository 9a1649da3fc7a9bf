public import Foundation
public import Mosaic
public import WebVTT

/// The facts about a published storyboard in a catalog, which can be rebuilt from the storyboard's documents.
public struct CatalogEntry: Hashable, Sendable, Codable {
    /// Id of the storyboard.
    public let id: StoryboardID
    /// A title for people, or the path below the root of a batch; nil without one.
    public let title: String?
    /// The number of tiles.
    public let tiles: Int
    /// Length of the film; nil if it is not known.
    public let duration: Timestamp?
    /// Bytes of all sheets, including the sheets of further widths.
    package let bytes: Int
    /// Time of the first publication.
    public var created: Date
    /// Time of the last publication.
    public var updated: Date
    /// Hash of the source, the settings and the record, to detect changes without reading files; nil if unknown.
    package let fingerprint: ContentHash?
    /// Tiles that show no picture.
    public let placeholders: Placeholders
    /// The source of the screenshots; nil if unknown.
    package var source: RecordedSource?

    package init(
        id: StoryboardID, title: String?, tiles: Int, duration: Timestamp?, bytes: Int, created: Date, updated: Date,
        fingerprint: ContentHash?, placeholders: Placeholders = Placeholders(count: 0), source: RecordedSource? = nil
    ) {
        self.id = id
        self.title = title
        self.tiles = tiles
        self.duration = duration
        self.bytes = bytes
        self.created = created
        self.updated = updated
        self.fingerprint = fingerprint
        self.placeholders = placeholders
        self.source = source
    }
}

extension CatalogEntry {
    /// Creates the entry of a published storyboard.
    ///
    /// - Parameter bytes: Bytes of all sheets, including the sheets of further widths. Nil adds up the sheets of the
    ///   storyboard alone.
    package init(
        of storyboard: Storyboard, bytes: Int? = nil, created: Date, updated: Date, fingerprint: ContentHash?,
        source: RecordedSource? = nil
    ) {
        self.init(
            id: storyboard.id, title: storyboard.title, tiles: storyboard.tiles.count, duration: storyboard.duration,
            bytes: bytes ?? storyboard.sheetBytes, created: created, updated: updated,
            fingerprint: fingerprint, placeholders: storyboard.placeholders, source: source)
    }
}

/// The entry and the job of one storyboard in a catalog.
public struct StoryboardStatus: Hashable, Sendable {
    /// The entry; nil if the storyboard is not published.
    public let entry: CatalogEntry?
    /// The job; nil if the storyboard has none.
    public let job: Job?

    /// Creates a status of an entry and a job.
    public init(entry: CatalogEntry?, job: Job?) {
        self.entry = entry
        self.job = job
    }
}

/// Selects and sorts storyboards of a catalog.
public struct CatalogQuery: Hashable, Sendable {
    /// The order of a list.
    public enum Order: String, Hashable, Sendable, Codable, CaseIterable {
        /// Descending by time of the last publication.
        case newest
        /// Ascending by time of the last publication.
        case oldest
        /// Ascending by the bytes of the id.
        case id
    }

    /// Maximum size of a page.
    package static let maximumLimit = 10_000

    /// Text that the id or the title contains, ignoring the case of ASCII letters; nil selects all.
    public var search: String?
    /// The order. Storyboards with equal times are sorted by id.
    public var order = Order.newest
    /// Maximum number of entries, 1...10 000; lower values count as 1.
    public var limit = 100
    /// Number of entries to skip; negative values count as 0.
    public var offset = 0

    /// Creates a query for the hundred storyboards that were published last.
    public init() {}
}

/// A page of a list, and the length of the list.
public struct CatalogPage: Hashable, Sendable {
    /// The storyboards of the page.
    public let entries: [CatalogEntry]
    /// The number of selected entries, ignoring limit and offset.
    public let total: Int

    /// Creates a page.
    public init(entries: [CatalogEntry], total: Int) {
        self.entries = entries
        self.total = total
    }
}

/// Selects jobs of a catalog, in descending order of job number.
public struct JobQuery: Hashable, Sendable {
    /// Only jobs in this state; nil selects all.
    public var state: JobState?
    /// Whether only jobs with a lease are selected, including expired leases.
    public var onlyHeld = false
    /// Maximum number of jobs, 1...10 000; lower values count as 1.
    public var limit = 100
    /// Number of jobs to skip; negative values count as 0.
    public var offset = 0

    /// Creates a query for the hundred newest jobs.
    public init() {}
}
