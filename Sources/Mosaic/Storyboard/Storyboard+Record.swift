import Foundation
import ImageHeaders
import WebVTT

extension Storyboard: Codable {
    private enum Key: String, CodingKey {
        case version, id, title, encoding, geometry, track, sheets, tiles, skipped
        case duration = "duration_ms"
    }

    /// Reads a record and checks that its parts agree.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard version == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: container,
                debugDescription: "Version \(version) is not the version \(Self.version) that is read here.")
        }
        id = try container.decode(StoryboardID.self, forKey: .id)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        duration = try container.decodeIfPresent(Timestamp.self, forKey: .duration)
        encoding = try container.decode(TileEncoding.self, forKey: .encoding)
        geometry = try container.decode(TileGeometry.self, forKey: .geometry)
        track = try container.decode(TrackSettings.self, forKey: .track)
        sheets = try container.decode([Sheet].self, forKey: .sheets)
        tiles = try container.decode([Tile].self, forKey: .tiles)
        skipped = try container.decode([SkippedFile].self, forKey: .skipped)
        let layout = try StoryboardLayout(
            times: tiles.map(\.time), geometry: geometry, duration: nil, startsAtZero: track.startsAtZero)
        guard sheets.map(\.tiles) == layout.tilesOnSheet,
            sheets.allSatisfy({ $0.size == geometry.sheetSize(tiles: $0.tiles) })
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .sheets, in: container, debugDescription: "\(tiles.count) tiles fill other sheets.")
        }
        for (index, (tile, placement)) in zip(tiles, layout.placements).enumerated() {
            guard tile.sheet == placement.sheet, tile.rect == placement.rect else {
                throw DecodingError.dataCorruptedError(
                    forKey: .tiles, in: container, debugDescription: "Tile \(index) does not lie in its cell.")
            }
        }
    }

    /// Writes a record; `duration_ms` is written as null where the duration is not known.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.version, forKey: .version)
        try container.encode(id, forKey: .id)
        try container.encode(title, forKey: .title)
        try container.encode(duration, forKey: .duration)
        try container.encode(encoding, forKey: .encoding)
        try container.encode(geometry, forKey: .geometry)
        try container.encode(track, forKey: .track)
        try container.encode(sheets, forKey: .sheets)
        try container.encode(tiles, forKey: .tiles)
        try container.encode(skipped, forKey: .skipped)
    }
}

extension Storyboard {
    /// Reads `mosaic.json`.
    ///
    /// - Throws: `malformed` naming the key.
    public init(parsing record: [UInt8]) throws {
        do {
            self = try JSONDecoder().decode(Storyboard.self, from: Data(record))
        } catch let error as DecodingError {
            throw MosaicError(.malformed, Self.recordName, error.sentence)
        }
    }

    /// Writes `mosaic.json`: sorted keys, two spaces, a line feed at the end; the same storyboard gives the same bytes.
    public func record() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}

extension DecodingError {
    /// What is wrong, and under which key.
    fileprivate var sentence: String {
        let path: [any CodingKey]
        let fault: String
        switch self {
        case .keyNotFound(let key, let context):
            (path, fault) = (context.codingPath + [key], "The key is missing.")
        case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context):
            (path, fault) = (context.codingPath, context.debugDescription)
        @unknown default: return "The record cannot be read."
        }
        let key = path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        return key.isEmpty ? fault : "\(key): \(fault)"
    }
}
