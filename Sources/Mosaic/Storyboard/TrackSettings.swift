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
    }

    /// The same for a storyboard in a folder below that of this one.
    func inFolder(_ name: String) -> TrackSettings {
        var settings = self
        settings.baseURL = baseURL.map { "\($0)\(name)/" }
        settings.sheetURL = sheetURL?.inFolder(name)
        return settings
    }

    private enum CodingKeys: String, CodingKey {
        case baseURL = "base_url"
        case sheetURL = "sheet_url"
        case maximumCues = "maximum_cues"
        case startsAtZero = "starts_at_zero"
    }

    /// Reads settings; whatever is left out is as by default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        baseURL = try container.decodeIfPresent(String.self, forKey: .baseURL)
        sheetURL = try container.decodeIfPresent(SheetURLTemplate.self, forKey: .sheetURL)
        maximumCues = try container.decodeIfPresent(Int.self, forKey: .maximumCues)
        startsAtZero = try container.decodeIfPresent(Bool.self, forKey: .startsAtZero) ?? startsAtZero
    }
}
