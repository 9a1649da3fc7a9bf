public import WebVTT

/// A storyboard to compose.
public struct CompositionRequest: Sendable {
    /// The storyboard's name.
    package let id: StoryboardID
    /// A title for people.
    package let title: String?
    /// The screenshots.
    package let listing: ScreenshotListing
    /// Length of the film, later than the last screenshot; nil where it is not known.
    package let duration: Timestamp?

    /// Makes a request.
    public init(id: StoryboardID, title: String? = nil, listing: ScreenshotListing, duration: Timestamp? = nil) {
        self.id = id
        self.title = title
        self.listing = listing
        self.duration = duration
    }
}
