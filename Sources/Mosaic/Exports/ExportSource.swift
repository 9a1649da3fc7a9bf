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

    /// The tiles that the track shows, up to the film's end.
    ///
    /// - Throws: `unsupported` for a storyboard without tiles.
    package func shown() throws -> ShownTiles { try ShownTiles(of: storyboards.main, duration: options.duration) }
}

/// Options of exports.
package struct ExportOptions: Sendable {
    /// Time from tile to tile for formats with a fixed cadence, 1 ms or more. Nil takes the cadence of a storyboard
    /// with regular times, otherwise the cadence with the smallest error.
    package var cadence: Timestamp?
    /// The film's length, for a storyboard that does not record it.
    package var duration: Timestamp?
    /// The URLs of the storyboard's files in documents.
    package var urls: FileURLs
    /// Maximum size of all pictures in a file that is made in memory, in bytes; nil for no limit.
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

/// The bit rate of pictures, as stated in playlists and manifests.
enum Bandwidth {
    /// Bits per second if `bytes` last for `duration`, rounded up; 1 or more.
    static func of(_ bytes: Int, in duration: Timestamp) -> Int {
        let (bits, overflows) = bytes.multipliedReportingOverflow(by: 8_000)
        guard !overflows else { return Int(Int32.max) }
        return max(1, (bits - 1) / Int(max(1, duration.milliseconds)) + 1)
    }
}

/// The tiles that the track shows, with their times; all exports use them.
///
/// The track leaves out tiles if an earlier one has the same time, or if the settings limit the cues.
package struct ShownTiles: Hashable, Sendable {
    /// A tile and the time for which it is shown, from `start` to the millisecond before `end`.
    package struct Span: Hashable, Sendable {
        /// The tile's position in the storyboard.
        package let tile: Int
        package let start: Timestamp
        /// The end, later than `start`.
        package let end: Timestamp
    }

    /// Display time of the only tile of a film of unknown length, in formats that need an end.
    private static let endOfSingleTile = Timestamp(milliseconds: 10_000)

    /// The spans in ascending order of time; each ends when the next begins.
    package let spans: [Span]
    /// Whether the last span ends at the film's end. Otherwise its end is a guess: the span is as long as the longest
    /// other span, or 10 s if it is the only one.
    package let isEndKnown: Bool

    /// - Parameter duration: The film's length, for a storyboard that does not record it.
    /// - Throws: `unsupported` for a storyboard without tiles.
    package init(of storyboard: Storyboard, duration: Timestamp? = nil) throws {
        let cues = storyboard.tiles.enumerated().map { number, tile in
            // The track's code arranges the cues. Tile numbers are short texts, which need no allocation.
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
        // A duration before the last tile is another film's, and is ignored.
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

    /// The spans, with the first tile shown from 0 on, for formats that always show a tile.
    package var fromZero: [Span] {
        var spans = spans
        if let first = spans.first { spans[0] = Span(tile: first.tile, start: .zero, end: first.end) }
        return spans
    }
}

/// Collects the tiles of one file as separate pictures.
struct GatheredPictures: Sendable {
    /// The pictures in the order of the file.
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

    /// Adds a tile. A repeated tile shares the memory of the picture before it.
    ///
    /// - Throws: `limitExceeded` if the file becomes too large, errors of the sheet reader.
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
