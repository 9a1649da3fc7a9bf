package import Mosaic

/// Objects that were deleted at once; caches elsewhere may still have them, sheets for a year.
package struct PurgedObjects: Hashable, Sendable {
    /// The storyboard.
    package let id: StoryboardID
    /// Names of its sheets, documents and screenshots; the latter begin with `screenshots/`.
    package internal(set) var names: [String] = [] {
        // Hidden files have no URL.
        didSet { names.removeAll { $0.hasPrefix(".") } }
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
        SheetName(rawValue: name) == nil ? nil : track?.foreignURL(ofSheet: name, id)
    }
}
