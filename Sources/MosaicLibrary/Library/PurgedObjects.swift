package import Mosaic

/// What was removed at once; caches elsewhere may have it still, sheets for a year.
package struct PurgedObjects: Hashable, Sendable {
    /// The storyboard.
    package let id: StoryboardID
    /// Names of its sheets, documents and screenshots; the latter begin with `screenshots/`.
    package internal(set) var names: [String] = [] {
        // Nobody outside asks for hidden files.
        didSet { names.removeAll { $0.hasPrefix(".") } }
    }
    /// Where its sheets are served from, with a slash at the end; nil where only the library knows.
    private let sheetsURL: String?

    init(of id: StoryboardID, sheetsAt url: String?) {
        self.id = id
        sheetsURL = url
    }

    /// Where each of them was, once and in order: URLs of sheets whose place is known, paths below the library else.
    package var locations: [String] {
        Set(names).map { foreignURL(of: $0) ?? "\(id)/\($0)" }.sorted()
    }

    /// The same with what was removed in another step.
    package func adding(_ names: [String]) -> PurgedObjects {
        var purged = self
        purged.names += names
        return purged
    }

    /// Where a sheet is that is served from elsewhere; nil where it is not, and for what is no sheet.
    package func foreignURL(of name: String) -> String? {
        SheetName(rawValue: name) == nil ? nil : sheetsURL.map { $0 + name }
    }
}
