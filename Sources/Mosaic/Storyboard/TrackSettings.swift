package import TiledJPEG

/// Settings of a storyboard's cue track.
public struct TrackSettings: Hashable, Sendable, Codable {
    /// Base URL of the sheets, with a slash at the end; nil writes relative URLs.
    public var baseURL: String?
    /// Template for the URLs of the storyboard's files on a CDN; takes precedence over ``baseURL``.
    package var sheetURL: SheetURLTemplate?
    /// Maximum number of cues, 1 or more; the track is thinned evenly in time. Nil writes all cues.
    public var maximumCues: Int?
    /// Whether the first cue begins at 0 instead of at the first screenshot's time.
    public var startsAtZero: Bool
    /// Pixels that cues leave out on each side of a tile, 0...16.
    ///
    /// Players that scale a sheet blend the pixels around a cue's rectangle into its edge. With a gutter, these pixels
    /// belong to the same tile and not to the neighbouring one.
    public var gutter = 0
    /// Maximum of ``gutter``, in pixels.
    package static let largestGutter = 16

    /// Creates settings; the defaults write every cue, the first one from 0, with relative URLs.
    public init(baseURL: String? = nil, maximumCues: Int? = nil, startsAtZero: Bool = true) {
        self.baseURL = baseURL
        self.maximumCues = maximumCues
        self.startsAtZero = startsAtZero
    }

    /// Compares base URLs byte by byte: servers distinguish Unicode spellings that are equal as `String`.
    public static func == (one: TrackSettings, other: TrackSettings) -> Bool {
        one.baseURL.map { Array($0.utf8) } == other.baseURL.map { Array($0.utf8) } && one.sheetURL == other.sheetURL
            && one.maximumCues == other.maximumCues && one.startsAtZero == other.startsAtZero
            && one.gutter == other.gutter
    }

    /// The rectangle in a tile's cue: the tile without the gutter. A small tile has a smaller gutter, so that at least
    /// one pixel remains.
    package func shownPart(of tile: PixelRect) -> PixelRect {
        let inset = min(gutter, (min(tile.width, tile.height) - 1) / 2)
        return PixelRect(
            x: tile.x + inset, y: tile.y + inset, width: tile.width - 2 * inset, height: tile.height - 2 * inset)
    }

    /// The settings for a storyboard in the subfolder `name`.
    func inFolder(_ name: String) -> TrackSettings {
        var settings = self
        settings.baseURL = baseURL.map { "\($0)\(name)/" }
        settings.sheetURL = sheetURL?.inFolder(name)
        return settings
    }

    /// The keys of the settings in JSON.
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
