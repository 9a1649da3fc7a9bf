import Mosaic

extension JobRequest {
    /// The composition of the current screenshots.
    func composition(of listing: ScreenshotListing) -> CompositionRequest {
        CompositionRequest(id: id, title: title, listing: listing, duration: duration)
    }

    /// How it is published; a recorded geometry is kept.
    var publication: StoryboardComposer.Publication {
        var publication = StoryboardComposer.Publication()
        publication.keepingOld = keepingOld
        return publication
    }
}
