/// The thumbnail settings of a Jellyfin server: `TrickplayOptions` in its `system.xml`.
package struct JellyfinServerOptions: Hashable, Sendable {
    /// Widths of thumbnails in pixels, 1...65 500; never empty.
    package private(set) var widths = [320]
    /// Thumbnails in a row of a sheet, 1...100.
    package private(set) var columns = 10
    /// Thumbnails in a column of a sheet, 1...100.
    package private(set) var rows = 10
    /// Milliseconds between two thumbnails, 1 000...3 600 000.
    package private(set) var interval = 10_000

    /// Creates the default settings.
    package init() {}

    /// Parses a configuration; a missing setting has Jellyfin's default.
    ///
    /// - Throws: `malformed` with the setting as the subject, errors of parsing XML.
    package init(parsing bytes: [UInt8]) throws(ThumbnailFormatError) {
        guard let options = try XMLElement.root(of: bytes).child("TrickplayOptions") else { return }
        columns = try options.number("TileWidth", within: 1...100) ?? columns
        rows = try options.number("TileHeight", within: 1...100) ?? rows
        interval = try options.number("Interval", within: 1_000...3_600_000) ?? interval
        var found: [Int] = []
        for element in options.child("WidthResolutions")?.children ?? [] {
            found.append(try element.number(named: "WidthResolutions", within: 1...65_500))
        }
        if !found.isEmpty { widths = found }
    }
}

/// The thumbnail options of one Jellyfin library: `options.xml` in the library's folder.
package struct JellyfinLibraryOptions: Hashable, Sendable {
    /// Paths of the library's media folders on the server.
    package let paths: [String]
    /// The option *Enable trickplay image extraction*, off by default.
    package let extractsImages: Bool
    /// The option *Save trickplay images next to media*, off by default.
    package let savesBesideMedia: Bool

    /// Parses the options of a library.
    ///
    /// - Throws: Errors of parsing XML.
    package init(parsing bytes: [UInt8]) throws(ThumbnailFormatError) {
        let root = try XMLElement.root(of: bytes)
        paths = (root.child("PathInfos")?.children ?? []).compactMap { $0.child("Path")?.text }
        extractsImages = root.child("EnableTrickplayImageExtraction")?.text == "true"
        savesBesideMedia = root.child("SaveTrickplayWithMedia")?.text == "true"
    }
}

extension XMLElement {
    /// The number in a child element; nil without the child.
    fileprivate func number(_ name: String, within range: ClosedRange<Int>) throws(ThumbnailFormatError) -> Int? {
        guard let child = child(name) else { return nil }
        return try child.number(named: name, within: range)
    }

    fileprivate func number(named name: String, within range: ClosedRange<Int>) throws(ThumbnailFormatError) -> Int {
        guard let number = WholeNumber.parse(text.utf8), range.contains(number) else {
            throw ThumbnailFormatError(.malformed, name, "It is not a number within \(range).")
        }
        return number
    }
}
