public import Raster

/// How screenshots become tiles: everything that decides a tile's bytes but its size.
public struct TileEncoding: Hashable, Sendable {
    /// How sheets are encoded.
    public var format = SheetFormat.jpeg
    /// JPEG quality, 1...100; PNG ignores it.
    public var quality = 80
    /// JPEG chroma resolution; PNG ignores it.
    public var chroma = ChromaSubsampling.yuv420
    /// How a picture of another aspect ratio meets the tile.
    public var framing = Framing.crop
    /// What shows beside a padded picture and through a transparent one.
    public var background = RGBColor.black

    /// The defaults: JPEG at quality 80, 4:2:0, cropped to the tile's aspect ratio.
    public init() {}

    /// The same as the codecs take it.
    var codec: TileCodec {
        switch format {
        case .jpeg: .jpeg(quality: quality, chroma: chroma)
        case .png: .png
        }
    }
}

extension TileEncoding: Codable {
    private enum Key: String, CodingKey { case format, quality, chroma, framing, background }

    /// Reads an encoding.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        format = try container.decode(SheetFormat.self, forKey: .format)
        quality = try container.decode(Int.self, forKey: .quality)
        chroma = try container.decode(ChromaSubsampling.self, forKey: .chroma)
        framing = try container.decode(Framing.self, forKey: .framing)
        guard let background = RGBColor(hex: try container.decode(String.self, forKey: .background)) else {
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
        try container.encode(framing, forKey: .framing)
        try container.encode(background.description, forKey: .background)
    }
}
