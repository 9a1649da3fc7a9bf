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

extension ExportSource {
    /// The positions of all storyboards.
    var positions: Range<Int> { storyboards.members.indices }

    /// Refuses storyboards whose tiles are not JPEGs.
    ///
    /// - Throws: `unsupported`.
    func requireJPEG(for format: String) throws {
        guard let other = storyboards.members.first(where: { $0.storyboard.encoding.format != .jpeg }) else { return }
        throw MosaicError(
            .unsupported, other.storyboard.id.rawValue,
            "\(format) moves tiles as bytes, which JPEG sheets allow, and these are PNG.")
    }
}

/// The rate at which pictures are read, as playlists and manifests state it.
enum Bandwidth {
    /// Bits per second if `bytes` last for `duration`, rounded up; 1 or more.
    static func of(_ bytes: Int, in duration: Timestamp) -> Int {
        let (bits, overflows) = bytes.multipliedReportingOverflow(by: 8_000)
        guard !overflows else { return Int(Int32.max) }
        return max(1, (bits - 1) / Int(max(1, duration.milliseconds)) + 1)
    }
}
