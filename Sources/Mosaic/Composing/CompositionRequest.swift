public import WebVTT

/// What is to become a storyboard.
public struct CompositionRequest: Sendable {
    /// The storyboard's name.
    public let id: StoryboardID
    /// A title for people.
    public let title: String?
    /// The screenshots.
    public let listing: ScreenshotListing
    /// Length of the film, later than the last screenshot; nil where it is not known.
    public let duration: Timestamp?

    /// Makes a request.
    public init(id: StoryboardID, title: String? = nil, listing: ScreenshotListing, duration: Timestamp? = nil) {
        self.id = id
        self.title = title
        self.listing = listing
        self.duration = duration
    }
}
