public import Raster
import TiledJPEG

/// The settings of a composition.
public struct CompositionSettings: Hashable, Sendable, Codable {
    /// The encoding of tiles and sheets.
    public var encoding = TileEncoding()
    /// Constraints on tile, cell and grid.
    public var geometry = GeometryRequest()
    /// Tile widths, in pixels, of 0...7 further storyboards with the same times. Each has a separate folder and is made
    /// from the same decoded pictures. `nil` keeps the widths of the earlier publication.
    public var furtherWidths: [Int]?
    /// Settings of the cue track.
    public var track = TrackSettings()
    /// Limits on decoding a screenshot.
    public var limits = DecodingLimits()
    /// Whether a picture is used although its decoder warned of damage.
    public var acceptsDamaged = false
    /// Whether one screenshot that cannot be decoded fails the whole composition.
    public var isStrict = false
    /// Whether files are hashed even if their versions are unchanged.
    package var verifiesContent = false
    /// The secret that signs URLs, if the track's template has a signature.
    package var sheetURLSecret: SheetURLSecret?
    /// Maximum number of screenshots decoded concurrently, 1 or more.
    public var workers = 1

    /// Creates the default settings: JPEG tiles 256 pixels wide, placeholders for screenshots that cannot be decoded,
    /// one worker.
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

extension CompositionSettings {
    /// The settings with a table set for JPEG: the earlier publication's, else the requested one, else the newest.
    ///
    /// Tiles with different tables cannot share a sheet, so a growing storyboard keeps its tables.
    /// - Throws: `invalidSettings` if other tables are requested.
    func settlingTables(after earlier: Storyboard?) throws -> Self {
        var settled = self
        guard encoding.format == .jpeg else {
            settled.encoding.tables = nil
            return settled
        }
        let recorded = earlier?.encoding.tables
        if let recorded, let requested = encoding.tables, requested != recorded {
            throw MosaicError(
                .invalidSettings, Storyboard.recordName,
                "The storyboard has tiles with the tables \(recorded.rawValue), not \(requested.rawValue); --regrid changes "
                    + "that.")
        }
        settled.encoding.tables = recorded ?? encoding.tables ?? .newest
        return settled
    }
}

extension CompositionSettings {
    /// The known JSON keys, each with the keys of its object; the list is empty for a value that is not an object.
    package static let keys: [String: [String]] = {
        var keys = Dictionary(uniqueKeysWithValues: CodingKeys.allCases.map { ($0.rawValue, [String]()) })
        keys[CodingKeys.encoding.rawValue] = TileEncoding.keys
        keys[CodingKeys.geometry.rawValue] = GeometryRequest.keys
        keys[CodingKeys.track.rawValue] = TrackSettings.keys
        return keys
    }()

    enum CodingKeys: String, CodingKey, CaseIterable {
        case encoding, geometry, track
        case furtherWidths = "widths"
        case acceptsDamaged = "accept_damaged"
        case isStrict = "strict"
        case verifiesContent = "verify_content"
    }

    /// Reads the settings that determine the storyboard, but not limits and the number of workers. Absent keys have
    /// their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        encoding = try container.decodeIfPresent(TileEncoding.self, forKey: .encoding) ?? encoding
        geometry = try container.decodeIfPresent(GeometryRequest.self, forKey: .geometry) ?? geometry
        furtherWidths = try container.decodeIfPresent([Int].self, forKey: .furtherWidths)
        track = try container.decodeIfPresent(TrackSettings.self, forKey: .track) ?? track
        acceptsDamaged = try container.decodeIfPresent(Bool.self, forKey: .acceptsDamaged) ?? acceptsDamaged
        isStrict = try container.decodeIfPresent(Bool.self, forKey: .isStrict) ?? isStrict
        verifiesContent = try container.decodeIfPresent(Bool.self, forKey: .verifiesContent) ?? verifiesContent
    }
}

extension CompositionSettings {
    /// Tile widths of the further storyboards in pixels, in ascending order.
    ///
    /// - Parameter earlier: The previous publication; its widths apply if the settings do not set widths.
    func furtherWidths(after earlier: Storyboard?) -> [Int] {
        (furtherWidths ?? earlier?.widths ?? []).map { geometry.settledWidth($0, mcu: encoding.codec.cellUnit) }
            .sorted()
    }

    /// The requested tile widths in pixels: the width of the storyboard itself, if any, then the further widths.
    package var widths: [Int] {
        [geometry.tile?.width ?? geometry.width].compactMap(\.self) + (furtherWidths ?? [])
    }

    /// Whether a composition with these settings keeps the tile and grid sizes of an earlier one.
    package func keepsSizes(of earlier: Storyboard) -> Bool {
        geometry.accepts(earlier.geometry, mcu: encoding.codec.cellUnit)
    }

    /// Checks the further widths without reading screenshots.
    ///
    /// - Throws: `invalidSettings`.
    func validateWidths() throws {
        let further = furtherWidths(after: nil)
        guard !further.isEmpty else { return }
        guard further.count < Storyboard.mostWidths else {
            throw Self.refusal("\(further.count + 1) widths are more than \(Storyboard.mostWidths).")
        }
        if let width = furtherWidths?.first(where: { !(1...GeometryRequest.largestSide).contains($0) }) {
            throw Self.refusal("A width of \(width) is not within 1...\(GeometryRequest.largestSide) pixels.")
        }
        guard geometry.tile == nil else {
            throw Self.refusal("A tile of a given size has one width; several follow from widths alone.")
        }
        let main = geometry.settledWidth(
            geometry.width ?? GeometryRequest.defaultWidth, mcu: encoding.codec.cellUnit)
        try Self.checkDistinct([main] + further)
        guard encoding.format == .jpeg else { throw Self.severalPNG }
    }

    /// Checks that no two widths are the same, because each names a folder.
    ///
    /// - Throws: `invalidSettings`.
    static func checkDistinct(_ widths: [Int]) throws {
        let sorted = widths.sorted()
        guard let (width, _) = zip(sorted, sorted.dropFirst()).first(where: { $0 == $1 }) else { return }
        throw refusal("Two widths give tiles \(width) wide; name each width once.")
    }

    /// The error for several widths with PNG, because decoded PNG tiles are too large to keep.
    static var severalPNG: MosaicError { refusal("Sheets of PNG have one width; several need JPEG.") }

    private static func refusal(_ reason: String) -> MosaicError { MosaicError(.invalidSettings, "width", reason) }
}
