/// The settings of a Jellyfin server for thumbnails: `TrickplayOptions` in its `system.xml`.
package struct JellyfinServerOptions: Hashable, Sendable {
    /// Widths of thumbnails in pixels, 1...65 500; never empty.
    package private(set) var widths = [320]
    /// Thumbnails beside each other on a sheet, 1...100.
    package private(set) var columns = 10
    /// Thumbnails below each other on a sheet, 1...100.
    package private(set) var rows = 10
    /// Milliseconds from thumbnail to thumbnail, 1 000...3 600 000.
    package private(set) var interval = 10_000

    /// The settings of a server that was not configured.
    package init() {}

    /// Reads a configuration; a setting that it does not name has Jellyfin's default.
    ///
    /// - Throws: `malformed` naming the setting, errors of reading XML.
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

/// The options of one library of a Jellyfin server that concern thumbnails: `options.xml` in the library's folder.
package struct JellyfinLibraryOptions: Hashable, Sendable {
    /// The folders of media, as the server names them.
    package let paths: [String]
    /// *Enable trickplay image extraction*, off by default.
    package let extractsImages: Bool
    /// *Save trickplay images next to media*, off by default.
    package let savesBesideMedia: Bool

    /// Reads the options of a library.
    ///
    /// - Throws: Errors of reading XML.
    package init(parsing bytes: [UInt8]) throws(ThumbnailFormatError) {
        let root = try XMLElement.root(of: bytes)
        paths = (root.child("PathInfos")?.children ?? []).compactMap { $0.child("Path")?.text }
        extractsImages = root.child("EnableTrickplayImageExtraction")?.text == "true"
        savesBesideMedia = root.child("SaveTrickplayWithMedia")?.text == "true"
    }
}

extension XMLElement {
    /// The number in a child; nil without that child.
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
