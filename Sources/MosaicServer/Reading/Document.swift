import HTTPSemantics
import Mosaic

/// The two documents of a storyboard.
enum Document: String, Hashable, Sendable, CaseIterable {
    case record = "mosaic.json"
    case track = "thumbnails.vtt"

    /// What it is to a browser.
    var type: ContentType { self == .record ? .json : .vtt }
}
