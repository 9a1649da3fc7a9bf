import Foundation
import WebVTT

extension ImportedTiles {
    /// A storyboard in JSON: a list of cues, or one sheet with the corners of its tiles, in the spelling of
    /// [Vidstack](https://vidstack.io/docs/player/components/display/thumbnail/) or of
    /// [Mux](https://www.mux.com/docs/guides/create-timeline-hover-previews).
    ///
    /// - Throws: `malformed`, see ``init(_:cues:in:name:)``.
    init(json bytes: [UInt8], in folder: ImportFolder, name: String) throws {
        let cues: [Cue]
        do {
            cues = try JSONDecoder().decode(CueDocument.self, from: Data(bytes)).cues
        } catch {
            throw MosaicError(.malformed, name, "The JSON is no storyboard of Vidstack or Mux.")
        }
        try self.init("JSON", cues: cues, in: folder, name: name)
    }
}

/// A document of cues in any of the spellings.
private struct CueDocument: Decodable {
    let cues: [Cue]

    init(from decoder: any Decoder) throws {
        if let list = try? decoder.singleValueContainer().decode([TextCue].self) {
            cues = list.map { cue in
                Cue(start: time(cue.startTime), end: cue.endTime.map(time) ?? .latest, text: cue.text)
            }
        } else {
            cues = try decoder.singleValueContainer().decode(CornerDocument.self).cues
        }
    }
}

private struct TextCue: Decodable {
    let startTime: Double
    let endTime: Double?
    let text: String
}

/// One sheet, and the corners of its tiles.
private struct CornerDocument: Decodable {
    struct Corner: Decodable {
        let start: Double?
        let startTime: Double?
        let x: Int
        let y: Int
    }

    /// The longest URL, in bytes: each tile repeats it.
    private static let longestURL = 8 << 10

    let url: String
    let duration: Double?
    let tileWidth: Int?
    let tileHeight: Int?
    let width: Int?
    let height: Int?
    let tiles: [Corner]

    private enum CodingKeys: String, CodingKey {
        case url, duration, tileWidth, tileHeight, tiles
        case width = "tile_width"
        case height = "tile_height"
    }

    var cues: [Cue] {
        get throws {
            guard let width = width ?? tileWidth, let height = height ?? tileHeight,
                url.utf8.count <= Self.longestURL
            else { throw NoTiles() }
            return try tiles.map { tile in
                guard let start = tile.start ?? tile.startTime,
                    let fragment = MediaFragment(x: tile.x, y: tile.y, width: width, height: height)
                else { throw NoTiles() }
                // A tile lasts until the next one.
                return Cue(start: time(start), end: duration.map(time) ?? .latest, text: "\(url)#\(fragment)")
            }
        }
    }

    struct NoTiles: Error {}
}

/// JSON has no NaN, so that every number is a time.
private func time(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) ?? .zero }
