extension CompositionSettings {
    enum CodingKeys: String, CodingKey {
        case encoding, geometry, track
        case acceptsDamaged = "accept_damaged"
        case isStrict = "strict"
        case verifiesContent = "verify_content"
    }

    /// Reads what decides the storyboard; what a screenshot may cost and how many workers there are is the reader's own
    /// matter. Whatever is left out is as by default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        encoding = try container.decodeIfPresent(TileEncoding.self, forKey: .encoding) ?? encoding
        geometry = try container.decodeIfPresent(GeometryRequest.self, forKey: .geometry) ?? geometry
        track = try container.decodeIfPresent(TrackSettings.self, forKey: .track) ?? track
        acceptsDamaged = try container.decodeIfPresent(Bool.self, forKey: .acceptsDamaged) ?? acceptsDamaged
        isStrict = try container.decodeIfPresent(Bool.self, forKey: .isStrict) ?? isStrict
        verifiesContent = try container.decodeIfPresent(Bool.self, forKey: .verifiesContent) ?? verifiesContent
    }
}
