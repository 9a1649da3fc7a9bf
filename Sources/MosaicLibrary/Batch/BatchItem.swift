import Mosaic

/// One storyboard of a batch: what is asked for, and where it goes.
public struct BatchItem: Sendable {
    /// What is asked for.
    public let request: JobRequest
    /// The library that it is published in.
    public let library: StoryboardLibrary
    /// How its result begins.
    public let label: BatchResult.Label
    /// How many screenshots are decoded at a time.
    public let workers: Int

    /// Makes an item.
    public init(request: JobRequest, library: StoryboardLibrary, label: BatchResult.Label, workers: Int = 1) {
        self.request = request
        self.library = library
        self.label = label
        self.workers = workers
    }
}
