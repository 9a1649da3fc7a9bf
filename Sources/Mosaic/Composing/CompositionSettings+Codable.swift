extension CompositionSettings {
    /// The keys of its JSON that have a meaning, each with those of the object that is its value.
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

    /// Reads the settings that determine the storyboard; limits and the number of workers are the reader's own. Absent
    /// keys have their defaults.
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
