public import Foundation
public import Mosaic

/// A storyboard with retired objects, as noted in the catalog.
public struct RetiredStoryboard: Hashable, Sendable {
    /// Which one.
    public let id: StoryboardID
    /// When the first of it was retired; long ago where a process may have been killed over it.
    public let since: Date

    /// Creates the record of a retired storyboard.
    public init(id: StoryboardID, since: Date) {
        self.id = id
        self.since = since
    }
}
