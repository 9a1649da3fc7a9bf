import Mosaic

/// The two documents of a storyboard.
enum Document: String, Hashable, Sendable, CaseIterable {
    case record = "mosaic.json"
    case track = "thumbnails.vtt"

    /// Its media type.
    var type: ContentType { self == .record ? .json : .vtt }
}
