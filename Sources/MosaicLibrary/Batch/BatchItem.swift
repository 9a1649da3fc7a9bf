import Mosaic

/// One storyboard of a batch: what is asked for, and where it goes.
package struct BatchItem: Sendable {
    /// What is asked for.
    package let request: JobRequest
    /// The library that it is published in.
    package let library: StoryboardLibrary
    /// How its result begins.
    package let label: BatchResult.Label
    /// How many screenshots are decoded at a time.
    package let workers: Int

    /// Makes an item.
    package init(request: JobRequest, library: StoryboardLibrary, label: BatchResult.Label, workers: Int = 1) {
        self.request = request
        self.library = library
        self.label = label
        self.workers = workers
    }
}
