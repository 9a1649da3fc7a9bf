package import WebVTT

/// The input of an export: storyboards, sheets and options.
package struct ExportSource: Sendable {
    package let storyboards: StoryboardSet
    package let sheets: any SheetReader
    package let options: ExportOptions

    package init(_ storyboards: StoryboardSet, _ sheets: any SheetReader, _ options: ExportOptions = ExportOptions()) {
        self.storyboards = storyboards
        self.sheets = sheets
        self.options = options
    }

    /// The tiles of the track, to the film's end.
    ///
    /// - Throws: `unsupported` for a storyboard without tiles.
    package func shown() throws -> ShownTiles { try ShownTiles(of: storyboards.main, duration: options.duration) }
}

/// How exports are written.
package struct ExportOptions: Sendable {
    /// Milliseconds from tile to tile where a format knows only a fixed cadence, 1 or more; nil for the cadence of the
    /// storyboard where it has one, else for the one with the smallest error.
    package var cadence: Timestamp?
    /// The film's length, for a storyboard that does not record it.
    package var duration: Timestamp?
    /// How documents name the storyboard's files.
    package var urls: FileURLs
    /// The most bytes of pictures in a file that is made in memory; nil for no limit.
    package var largestFile: Int?

    package init(
        cadence: Timestamp? = nil, duration: Timestamp? = nil, urls: FileURLs = .relative, largestFile: Int? = nil
    ) {
        self.cadence = cadence
        self.duration = duration
        self.urls = urls
        self.largestFile = largestFile
    }
}
