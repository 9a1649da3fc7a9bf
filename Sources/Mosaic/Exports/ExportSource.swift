import TiledJPEG
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

/// The tiles that the track shows, with their times, which all exports use.
///
/// Tiles that the track leaves out, because an earlier one has the same time or the settings limit the cues, are not
/// included.
package struct ShownTiles: Hashable, Sendable {
    /// A tile and the time for which it is shown, from `start` to the millisecond before `end`.
    package struct Span: Hashable, Sendable {
        /// The tile's position in the storyboard.
        package let tile: Int
        package let start: Timestamp
        /// Later than `start`.
        package let end: Timestamp

        package init(tile: Int, start: Timestamp, end: Timestamp) {
            self.tile = tile
            self.start = start
            self.end = end
        }
    }

    /// Display time of the only tile of a film of unknown length, in formats that need an end.
    private static let endOfSingleTile = Timestamp(milliseconds: 10_000)

    /// In the order of time, each ending where the next begins.
    package let spans: [Span]
    /// Whether the end of the last span is that of the film. Else it is a guess: as long as the longest span.
    package let isEndKnown: Bool

    /// - Parameter duration: The film's length, for a storyboard that does not record it.
    /// - Throws: `unsupported` for a storyboard without tiles.
    package init(of storyboard: Storyboard, duration: Timestamp? = nil) throws {
        let cues = storyboard.tiles.enumerated().map { number, tile in
            // The track's own code arranges the cues; numbers as short as these take no allocation.
            Cue(start: tile.start, end: tile.end ?? max(.openEnd, tile.start), text: String(number))
        }
        let track = storyboard.arranged(CueTrack(cues: cues))
        var spans = track.cues.compactMap { cue in
            Int(cue.text).map { Span(tile: $0, start: cue.start, end: cue.end) }
        }
        guard let last = spans.last else {
            throw MosaicError(.unsupported, storyboard.id.rawValue, "The storyboard has no tiles.")
        }
        let isRecorded = storyboard.tiles.last?.end != nil
        // A film that ends before the last tile is another one.
        let stated = duration.flatMap { $0 > last.start ? $0 : nil }
        isEndKnown = isRecorded || stated != nil
        if !isRecorded {
            let longest = spans.dropLast().map { $0.end.milliseconds - $0.start.milliseconds }.max()
            let length = longest ?? Self.endOfSingleTile.milliseconds
            let end = stated ?? Timestamp(milliseconds: last.start.milliseconds + length)
            spans[spans.count - 1] = Span(tile: last.tile, start: last.start, end: end)
        }
        self.spans = spans
    }

    /// The end of the last span.
    package var end: Timestamp { spans.last?.end ?? .zero }

    /// The same tiles, the first one from 0 on, for formats that cannot show nothing.
    package var fromZero: [Span] {
        var spans = spans
        if let first = spans.first { spans[0] = Span(tile: first.tile, start: .zero, end: first.end) }
        return spans
    }
}

/// The tiles of a file that holds many, as pictures of their own.
struct GatheredPictures: Sendable {
    /// In the order of the file.
    private(set) var pictures: [(time: Timestamp, bytes: [UInt8])] = []
    private let source: ExportSource
    private let member: StoryboardSet.Member
    /// The tile of the last picture.
    private var last: Int?
    private var bytes = 0

    init(of member: StoryboardSet.Member, in source: ExportSource) {
        self.member = member
        self.source = source
    }

    /// Adds a tile. One that is repeated takes the memory of one.
    ///
    /// - Throws: `limitExceeded` where the file becomes too long, what the reader of sheets throws.
    mutating func append(_ tile: Int, at time: Timestamp) async throws {
        let picture =
            if tile == last, let last = pictures.last { last.bytes } else {
                try await source.sheets.tile(tile, of: member).encoded()
            }
        bytes += picture.count
        if let most = source.options.largestFile, bytes > most {
            throw MosaicError(
                .limitExceeded, member.storyboard.id.rawValue,
                "The pictures of one file have more than \(most) bytes: mosaic export writes such files.")
        }
        pictures.append((time, picture))
        last = tile
    }
}
