package import TiledJPEG

/// How a storyboard's cue track is written.
public struct TrackSettings: Hashable, Sendable, Codable {
    /// Where the sheets are served from, with a slash at the end; nil writes relative URLs.
    public var baseURL: String?
    /// The URLs of the storyboard's files on a CDN; they take precedence over ``baseURL``.
    package var sheetURL: SheetURLTemplate?
    /// The most cues the document holds, thinned evenly in time; nil writes them all.
    public var maximumCues: Int?
    /// Whether the first cue begins at 0 instead of at the first screenshot's time.
    public var startsAtZero: Bool
    /// Pixels that cues leave out on each side of a tile, 0...16.
    ///
    /// A player that scales a sheet mixes these pixels, and none of the neighbouring tile, into the outermost line.
    public var gutter = 0
    /// Maximum of ``gutter``, in pixels.
    package static let largestGutter = 16

    /// Makes settings; the defaults write every cue, the first one from 0, with relative URLs.
    public init(baseURL: String? = nil, maximumCues: Int? = nil, startsAtZero: Bool = true) {
        self.baseURL = baseURL
        self.maximumCues = maximumCues
        self.startsAtZero = startsAtZero
    }

    /// Compares base URLs byte by byte: a server tells spellings of the same text apart, a string does not.
    public static func == (one: TrackSettings, other: TrackSettings) -> Bool {
        one.baseURL.map { Array($0.utf8) } == other.baseURL.map { Array($0.utf8) } && one.sheetURL == other.sheetURL
            && one.maximumCues == other.maximumCues && one.startsAtZero == other.startsAtZero
            && one.gutter == other.gutter
    }

    /// The part of a tile that its cue names: without the gutter, of which a small tile keeps at least one pixel.
    package func shownPart(of tile: PixelRect) -> PixelRect {
        let inset = min(gutter, (min(tile.width, tile.height) - 1) / 2)
        return PixelRect(
            x: tile.x + inset, y: tile.y + inset, width: tile.width - 2 * inset, height: tile.height - 2 * inset)
    }

    /// The same for a storyboard in a folder below that of this one.
    func inFolder(_ name: String) -> TrackSettings {
        var settings = self
        settings.baseURL = baseURL.map { "\($0)\(name)/" }
        settings.sheetURL = sheetURL?.inFolder(name)
        return settings
    }

    /// The keys of its JSON.
    static let keys = CodingKeys.allCases.map(\.rawValue)

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case baseURL = "base_url"
        case sheetURL = "sheet_url"
        case maximumCues = "maximum_cues"
        case startsAtZero = "starts_at_zero"
        case gutter
    }

    /// Decodes settings; missing keys have their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        baseURL = try container.decodeIfPresent(String.self, forKey: .baseURL)
        sheetURL = try container.decodeIfPresent(SheetURLTemplate.self, forKey: .sheetURL)
        maximumCues = try container.decodeIfPresent(Int.self, forKey: .maximumCues)
        startsAtZero = try container.decodeIfPresent(Bool.self, forKey: .startsAtZero) ?? startsAtZero
        gutter = try container.decodeIfPresent(Int.self, forKey: .gutter) ?? gutter
    }

    /// Writes settings; a gutter of 0 is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(baseURL, forKey: .baseURL)
        try container.encodeIfPresent(sheetURL, forKey: .sheetURL)
        try container.encodeIfPresent(maximumCues, forKey: .maximumCues)
        try container.encode(startsAtZero, forKey: .startsAtZero)
        if gutter != 0 { try container.encode(gutter, forKey: .gutter) }
    }
}
