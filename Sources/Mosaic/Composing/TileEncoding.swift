public import Raster

/// The encoding of tiles: all settings that determine a tile's bytes, except its size.
public struct TileEncoding: Hashable, Sendable {
    /// Image format of the sheets.
    public var format = SheetFormat.jpeg
    /// JPEG quality, 1...100; PNG ignores it.
    public var quality = 80
    /// JPEG chroma resolution; PNG ignores it.
    public var chroma = ChromaSubsampling.yuv420
    /// The tables of JPEG tiles; PNG ignores them. Nil in settings takes the tables of the earlier publication, or else
    /// the newest ones.
    public var tables: TableSet?
    /// How a picture of another aspect ratio is fitted to the tile.
    public var framing = Framing.crop
    /// The color around a padded picture and behind a transparent one.
    public var background = RGBColor.black

    /// Creates the default encoding: JPEG at quality 80, 4:2:0, cropped to the tile's aspect ratio.
    public init() {}

    /// The codec with these settings; without `tables` it has the newest ones.
    package var codec: TileCodec {
        switch format {
        case .jpeg: .jpeg(quality: quality, chroma: chroma, tables: tables ?? .newest)
        case .png: .png
        }
    }
}

extension TileEncoding: Codable {
    /// The keys of the encoding in JSON.
    static let keys = Key.allCases.map(\.rawValue)

    private enum Key: String, CodingKey, CaseIterable { case format, quality, chroma, tables, framing, background }

    /// Reads an encoding; absent keys have their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        format = try container.decodeIfPresent(SheetFormat.self, forKey: .format) ?? format
        quality = try container.decodeIfPresent(Int.self, forKey: .quality) ?? quality
        chroma = try container.decodeIfPresent(ChromaSubsampling.self, forKey: .chroma) ?? chroma
        tables = try container.decodeIfPresent(TableSet.self, forKey: .tables)
        framing = try container.decodeIfPresent(Framing.self, forKey: .framing) ?? framing
        guard let text = try container.decodeIfPresent(String.self, forKey: .background) else { return }
        guard let background = RGBColor(hex: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .background, in: container, debugDescription: "Not a colour as #rrggbb.")
        }
        self.background = background
    }

    /// Writes an encoding.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(format, forKey: .format)
        try container.encode(quality, forKey: .quality)
        try container.encode(chroma, forKey: .chroma)
        try container.encodeIfPresent(tables, forKey: .tables)
        try container.encode(framing, forKey: .framing)
        try container.encode(background.description, forKey: .background)
    }
}

/// Image format of the sheets.
public enum SheetFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Tiled JPEG: tiles are added and cut out without decoding.
    case jpeg
    /// PNG: lossless; tiles cannot be added or cut out without decoding.
    case png

    package var contentType: ContentType {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        }
    }

    /// `jpg` or `png`.
    package var fileExtension: String { contentType.fileExtensions[0] }
}
