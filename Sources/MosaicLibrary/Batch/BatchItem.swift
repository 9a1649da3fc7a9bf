import Mosaic

/// One storyboard of a batch, with the library to publish it in.
package struct BatchItem: Sendable {
    /// The request.
    package let request: JobRequest
    /// The library that it is published in.
    package let library: StoryboardLibrary
    /// The label of its result.
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
