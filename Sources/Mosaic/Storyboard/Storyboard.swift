import Raster
public import TiledJPEG
public import WebVTT

/// All sheets of one video and the times of every tile; stored as `mosaic.json`.
///
/// A storyboard has every screenshot; documents made from it may have fewer.
public struct Storyboard: Hashable, Sendable {
    /// The version of the format of `mosaic.json`.
    package static let version = 2
    /// The name of the file that stores a storyboard.
    package static let recordName = "mosaic.json"
    /// The file name of the cue track.
    public static let trackName = "thumbnails.vtt"

    /// The storyboard's id.
    public let id: StoryboardID
    /// A title for people; nil without one.
    public let title: String?
    /// Length of the film; nil if it is not known.
    public let duration: Timestamp?
    /// The encoding of tiles and sheets; `tables` is set for JPEG and nil for PNG.
    package let encoding: TileEncoding
    /// The sizes of tile, cell and grid.
    public let geometry: TileGeometry
    /// Settings of the cue track.
    package let track: TrackSettings
    /// The sheets in order; only the last may have empty cells.
    public internal(set) var sheets: [Sheet]
    /// The tiles in order of time.
    public let tiles: [Tile]
    /// Files of the source that were skipped.
    public let skipped: [SkippedFile]
    /// Tile widths, in pixels and in ascending order, of further storyboards with the same times. Each is an ordinary
    /// storyboard in a subfolder that is named after its width.
    public internal(set) var widths: [Int] = []

    /// Maximum number of widths of a film, including this storyboard's.
    package static let mostWidths = 8

    package init(
        id: StoryboardID, title: String?, duration: Timestamp?, encoding: TileEncoding, geometry: TileGeometry,
        track: TrackSettings, sheets: [Sheet], tiles: [Tile], skipped: [SkippedFile], widths: [Int] = []
    ) {
        self.id = id
        self.title = title
        self.duration = duration
        self.encoding = encoding
        self.geometry = geometry
        self.track = track
        self.sheets = sheets
        self.tiles = tiles
        self.skipped = skipped
        self.widths = widths
    }

    /// Size of all sheets in bytes.
    package var sheetBytes: Int { sheets.reduce(0) { $0 + $1.bytes } }
}

extension Storyboard {
    /// The cue track: one cue per tile, contiguous in time, thinned to the maximum number of cues in the settings.
    ///
    /// If several screenshots have the same time, only the first has a cue.
    public func cueTrack() -> CueTrack { cueTrack(DocumentOptions()) }

    private func cueTrack(_ options: DocumentOptions) -> CueTrack {
        let fileURLs = options.urls ?? publishedURLs()
        let urls = sheets.map { fileURLs($0.name.rawValue) }
        let cues = tiles.map { tile in
            let rect = track.shownPart(of: tile.rect)
            let fragment = MediaFragment(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
            let payload = CuePayload(url: urls[tile.sheet], fragment: fragment)
            return Cue(start: tile.start, end: tile.end ?? max(.openEnd, tile.start), text: payload.description)
        }
        return arranged(CueTrack(cues: cues), maximumCues: options.maximumCues)
    }

    /// Arranges cues by the track's settings: contiguous in time, and thinned to the maximum number of cues.
    func arranged(_ cues: CueTrack, maximumCues: Int? = nil) -> CueTrack {
        let firstStart: Timestamp? = track.startsAtZero ? .zero : nil
        let whole = cues.contiguous(from: firstStart)
        return [track.maximumCues, maximumCues].compactMap(\.self).reduce(whole) { $0.thinned(to: $1) }
    }

    /// The content of `thumbnails.vtt`.
    package func trackDocument(_ options: DocumentOptions = DocumentOptions()) -> [UInt8] {
        cueTrack(options).serialized(from: track.startsAtZero ? .zero : nil)
    }
}

extension Storyboard {
    /// Writes `mosaic.json`: one line for each sheet and each tile; the same storyboard gives the same bytes.
    ///
    /// The duration and the end of the last tile are written as null if they are not known.
    package func record() -> [UInt8] {
        var writer = JSONWriter()
        writer.object(spread: true) { writer in
            writer.member("version", Self.version)
            writer.member("id", id.rawValue)
            writer.member("title", title)
            writer.member("duration_ms", duration?.milliseconds)
            writer.object("encoding") { $0.members(of: encoding) }
            writer.object("geometry") { $0.members(of: geometry) }
            writer.object("track") { $0.members(of: track) }
            if !widths.isEmpty { writer.member("widths", widths) }
            writer.array("sheets", sheets) { $0.members(of: $1) }
            writer.array("tiles", tiles) { $0.members(of: $1) }
            writer.array("skipped", skipped) { $0.members(of: $1) }
        }
        return writer.document()
    }
}

extension JSONWriter {
    fileprivate mutating func members(of encoding: TileEncoding) {
        member("format", encoding.format.rawValue)
        member("quality", encoding.quality)
        member("chroma", encoding.chroma.rawValue)
        if let tables = encoding.tables { member("tables", tables.rawValue) }
        member("framing", encoding.framing.rawValue)
        member("background", encoding.background.description)
    }

    fileprivate mutating func members(of geometry: TileGeometry) {
        object("tile") { $0.members(of: geometry.tile) }
        object("cell") { $0.members(of: geometry.cell) }
        object("grid") { writer in
            writer.member("columns", geometry.grid.columns)
            writer.member("rows", geometry.grid.rows)
        }
    }

    private mutating func members(of size: PixelSize) {
        member("width", size.width)
        member("height", size.height)
    }

    fileprivate mutating func members(of track: TrackSettings) {
        if let baseURL = track.baseURL { member("base_url", baseURL) }
        if let sheetURL = track.sheetURL { member("sheet_url", sheetURL.description) }
        if let maximumCues = track.maximumCues { member("maximum_cues", maximumCues) }
        member("starts_at_zero", track.startsAtZero)
        if track.gutter != 0 { member("gutter", track.gutter) }
    }

    fileprivate mutating func members(of sheet: Sheet) {
        member("name", sheet.name.rawValue)
        object("size") { $0.members(of: sheet.size) }
        member("tiles", sheet.tiles)
        member("bytes", sheet.bytes)
        member("sha256", sheet.sha256.hexadecimal())
        if let signature = sheet.signature { member("signature", signature) }
    }

    fileprivate mutating func members(of tile: Tile) {
        member("time_ms", tile.time.milliseconds)
        member("start_ms", tile.start.milliseconds)
        member("end_ms", tile.end?.milliseconds)
        member("sheet", tile.sheet)
        member("x", tile.rect.x)
        member("y", tile.rect.y)
        member("width", tile.rect.width)
        member("height", tile.rect.height)
        if let chapter = tile.chapter { member("chapter", chapter) }
        if let title = tile.title { member("title", title) }
        member("state", tile.state.rawValue)
        if let reason = tile.reason { member("reason", reason) }
        if let frameTime = tile.frameTime { member("frame_time_ms", frameTime.milliseconds) }
        object("source") { $0.members(of: tile.source) }
    }

    private mutating func members(of source: Tile.Source) {
        member("name", source.name)
        if let bytes = source.bytes { member("bytes", bytes) }
        if let checksum = source.checksum { member("checksum", checksum.hexadecimal) }
        if let version = source.version { member("version", version.rawValue) }
        if source.hasICCProfile { member("has_icc_profile", true) }
        if let selection = source.selection { member("selection", selection) }
    }

    fileprivate mutating func members(of file: SkippedFile) {
        member("name", file.name)
        member("reason", file.reason)
    }
}

/// One encoded image of a storyboard.
public struct Sheet: Hashable, Sendable, Encodable {
    /// The file name. It includes a hash of the content, so that a name always stands for the same content.
    public let name: SheetName
    /// Size of the sheet, in pixels.
    public let size: PixelSize
    /// The number of tiles, without empty cells.
    package let tiles: Int
    /// Length in bytes.
    package let bytes: Int
    /// SHA-256 of the content.
    package let sha256: ContentHash
    /// The signature in the sheet's URL, 64 hexadecimal digits; nil if URLs are not signed.
    package var signature: String?
}

/// The file name of a sheet: `sheet-{n}.{hash}.jpg` or `.png`, where hash is the first 16 bytes of its SHA-256.
public struct SheetName: Hashable, Sendable, Encodable, RawRepresentable, CustomStringConvertible {
    /// The name as text.
    public let rawValue: String
    /// The image format, as the file extension states.
    package let format: SheetFormat

    init(number: Int, hash: ContentHash, format: SheetFormat) {
        rawValue = "sheet-\(number).\(hash.hexadecimal(bytes: 16)).\(format.fileExtension)"
        self.format = format
    }

    /// Parses a name; nil if it does not have this form.
    public init?(rawValue text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].hasPrefix("sheet-"),
            let number = Int(parts[0].dropFirst(6)), number >= 0, parts[0] == "sheet-\(number)",
            parts[1].utf8.count == 32, ContentHash(hexadecimal: String(parts[1] + parts[1])) != nil,
            let format = SheetFormat.allCases.first(where: { $0.fileExtension == parts[2] })
        else { return nil }
        rawValue = text
        self.format = format
    }

    /// The name as text.
    public var description: String { rawValue }
}
