public import Foundation
public import Mosaic
public import WebVTT

/// What a catalog knows of a published storyboard; all of it can be told from its documents again.
///
/// A catalog stores the whole value by its coding, and whatever it searches and sorts by beside that.
public struct CatalogEntry: Hashable, Sendable, Codable {
    /// The storyboard's name.
    public let id: StoryboardID
    /// A title for people, or the path it was found under; nil without one.
    public let title: String?
    /// How many tiles it has.
    public let tiles: Int
    /// Length of the film; nil where it is not known.
    public let duration: Timestamp?
    /// Bytes of its sheets.
    package let bytes: Int
    /// When it was first published; a catalog keeps the first time that it is told, to the nearest millisecond.
    public var created: Date
    /// When it was last published; a catalog keeps it to the nearest millisecond.
    public var updated: Date
    /// Tells whether source and settings are what it was made of, and its record the one that was written then, without
    /// reading it; nil where that is not known.
    package let fingerprint: ContentHash?
    /// Tiles that show no picture; nil where a version published it that did not write that down.
    public let placeholders: Placeholders?

    /// Describes a published storyboard.
    package init(
        id: StoryboardID, title: String?, tiles: Int, duration: Timestamp?, bytes: Int, created: Date, updated: Date,
        fingerprint: ContentHash?, placeholders: Placeholders? = nil
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
    }
}
