public import Foundation
public import Mosaic
public import WebVTT

/// The facts about a published storyboard in a catalog; all of them can be read from its documents again.
public struct CatalogEntry: Hashable, Sendable, Codable {
    /// The storyboard's name.
    public let id: StoryboardID
    /// A title for people, or the path it was found under; nil without one.
    public let title: String?
    /// The number of tiles.
    public let tiles: Int
    /// Length of the film; nil where it is not known.
    public let duration: Timestamp?
    /// Bytes of its sheets, those of further widths included.
    package let bytes: Int
    /// When it was first published.
    public var created: Date
    /// When it was last published.
    public var updated: Date
    /// Identifies the source, the settings and the record, to detect changes without reading files; nil where unknown.
    package let fingerprint: ContentHash?
    /// Tiles that show no picture.
    public let placeholders: Placeholders
    /// The source that it is made of; nil if unknown.
    package var source: RecordedSource?

    /// Describes a published storyboard.
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
    /// The entry of a published storyboard.
    ///
    /// - Parameter bytes: Bytes of all sheets, those of further widths included; nil where there are none of these.
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
