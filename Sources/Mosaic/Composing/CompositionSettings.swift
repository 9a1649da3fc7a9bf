public import Raster

/// The settings of a composition.
public struct CompositionSettings: Hashable, Sendable, Codable {
    /// How tiles and sheets are encoded.
    public var encoding = TileEncoding()
    /// Constraints on tile, cell and grid.
    public var geometry = GeometryRequest()
    /// Widths in pixels, 0 to 7 of them, of further storyboards with the same times. Each has a separate folder and
    /// is made from the same decoded pictures. `nil` keeps the widths of the earlier publication.
    public var furtherWidths: [Int]?
    /// How the cue track is written.
    public var track = TrackSettings()
    /// Limits on decoding a screenshot.
    public var limits = DecodingLimits()
    /// Whether a picture is used although its decoder warned of damage.
    public var acceptsDamaged = false
    /// Whether one screenshot that cannot be decoded fails the whole composition.
    public var isStrict = false
    /// Whether files are hashed even where their versions are unchanged.
    package var verifiesContent = false
    /// The secret that signs URLs, if the track's template has a signature.
    package var sheetURLSecret: SheetURLSecret?
    /// Maximum number of screenshots decoded concurrently, 1 or more.
    public var workers = 1

    /// The defaults: JPEG tiles 256 wide, placeholders for what cannot be decoded, one worker.
    public init() {}

    /// Checks the settings that do not depend on the screenshots.
    ///
    /// - Throws: `invalidSettings`.
    package func validate() throws {
        guard (1...100).contains(encoding.quality) else {
            throw MosaicError(
                .invalidSettings, "quality", "A quality of \(encoding.quality) is not within 1...100.")
        }
        guard workers >= 1 else {
            throw MosaicError(.invalidSettings, "workers", "\(workers) workers cannot do anything.")
        }
        try validateWidths()
        if let maximum = track.maximumCues, maximum < 1 {
            throw MosaicError(.invalidSettings, "max", "A track of at most \(maximum) cues shows nothing.")
        }
        guard 0...TrackSettings.largestGutter ~= track.gutter else {
            throw MosaicError(
                .invalidSettings, "gutter",
                "A gutter of \(track.gutter) pixels is not within 0...\(TrackSettings.largestGutter).")
        }
    }
}
