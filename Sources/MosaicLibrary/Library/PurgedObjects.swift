package import Mosaic

/// Objects that were deleted at once; caches elsewhere may still have them, sheets for a year.
package struct PurgedObjects: Hashable, Sendable {
    /// The storyboard.
    package let id: StoryboardID
    /// Its sheets, documents and screenshots by name; the latter begin with `screenshots/`, and those of a further
    /// width with its folder's name.
    package internal(set) var names: [String] = [] {
        // Hidden files have no URL.
        didSet { names.removeAll { Self.file(of: $0).hasPrefix(".") } }
    }
    /// How tracks named its sheets; nil where that is not known.
    private let track: TrackSettings?

    init(of id: StoryboardID, sheetsAt track: TrackSettings?) {
        self.id = id
        self.track = track
    }

    /// The URLs of sheets that are served from elsewhere, and paths below the library for all others; each once, in
    /// order.
    package var locations: [String] {
        Set(names).map { foreignURL(of: $0) ?? "\(id)/\($0)" }.sorted()
    }

    /// The same with the objects of another step.
    package func adding(_ names: [String]) -> PurgedObjects {
        var purged = self
        purged.names += names
        return purged
    }

    /// The URL of a sheet that is served from elsewhere; nil for all other objects.
    package func foreignURL(of name: String) -> String? {
        let file = Self.file(of: name)
        let isSheet = SheetName(rawValue: String(file)) != nil && !name.hasPrefix("\(ScreenshotSource.uploadsName)/")
        return isSheet ? track?.foreignURL(ofSheet: name, id) : nil
    }

    /// The last part of a name.
    private static func file(of name: String) -> Substring {
        name.utf8.lastIndex(of: UInt8(ascii: "/")).map { name[name.utf8.index(after: $0)...] } ?? name[...]
    }
}
