extension CompositionSettings: Codable {
    private enum Key: String, CodingKey {
        case encoding, geometry, track
        case acceptsDamaged = "accept_damaged"
        case isStrict = "strict"
        case verifiesContent = "verify_content"
    }

    /// Reads what decides the storyboard; what a screenshot may cost and how many workers there are is the reader's own
    /// matter. Whatever is left out is as by default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init()
        encoding = try container.decodeIfPresent(TileEncoding.self, forKey: .encoding) ?? encoding
        geometry = try container.decodeIfPresent(GeometryRequest.self, forKey: .geometry) ?? geometry
        track = try container.decodeIfPresent(TrackSettings.self, forKey: .track) ?? track
        acceptsDamaged = try container.decodeIfPresent(Bool.self, forKey: .acceptsDamaged) ?? acceptsDamaged
        isStrict = try container.decodeIfPresent(Bool.self, forKey: .isStrict) ?? isStrict
        verifiesContent = try container.decodeIfPresent(Bool.self, forKey: .verifiesContent) ?? verifiesContent
    }

    /// Writes what decides the storyboard.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(encoding, forKey: .encoding)
        try container.encode(geometry, forKey: .geometry)
        try container.encode(track, forKey: .track)
        try container.encode(acceptsDamaged, forKey: .acceptsDamaged)
        try container.encode(isStrict, forKey: .isStrict)
        try container.encode(verifiesContent, forKey: .verifiesContent)
    }
}
