import Foundation
package import WebVTT

/// A storyboard in JSON, converted to cues.
///
/// Four formats are supported. Two of them describe one sheet with the corners of its tiles, as
/// [Vidstack](https://vidstack.io/docs/player/components/display/thumbnail/) or
/// [Mux](https://www.mux.com/docs/guides/create-timeline-hover-previews) names the members. The third is a list of cues
/// with payloads. The fourth is a list of images with rectangles, for Vidstack's `src` and Video.js 10's `thumbnails`.
package struct StoryboardJSON: Decodable {
    /// The cues in file order.
    package let track: CueTrack

    package init(from decoder: any Decoder) throws {
        if let cues = try? decoder.singleValueContainer().decode([TextCue].self) {
            track = CueTrack(cues: cues.map(\.cue))
        } else if (try? decoder.unkeyedContainer()) != nil {
            track = CueTrack(cues: Picture.cues(of: try decoder.singleValueContainer().decode([Picture].self)))
        } else {
            track = CueTrack(cues: try SheetOfTiles(from: decoder).cues)
        }
    }

    /// Parses a file.
    ///
    /// - Throws: `malformed`.
    package static func read(_ bytes: [UInt8]) throws(ThumbnailFormatError) -> CueTrack {
        do {
            return try JSONDecoder().decode(StoryboardJSON.self, from: Data(bytes)).track
        } catch {
            throw ThumbnailFormatError(
                .malformed, "storyboard", "The JSON is not a storyboard: \(Self.sentence(error)).")
        }
    }

    private static func sentence(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "it has no \"\(key.stringValue)\""
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" is of another type"
        case DecodingError.dataCorrupted(let context): context.debugDescription
        default: "it cannot be read"
        }
    }
}

/// An element of a list of cues.
private struct TextCue: Decodable {
    let startTime: Double
    let endTime: Double?
    let text: String

    var cue: Cue {
        Cue(start: time(startTime), end: endTime.map(time) ?? .latest, text: text)
    }
}

/// An element of a list of images.
private struct Picture: Decodable {
    private struct Corner: Decodable {
        let x: Double
        let y: Double
    }

    private let start: Timestamp
    private let end: Timestamp?
    private let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let url = try container.decode(String.self, forKey: .url)
        start = time(try container.decode(Double.self, forKey: .startTime))
        end = try container.decodeIfPresent(Double.self, forKey: .endTime).map(time)
        let corner = try container.decodeIfPresent(Corner.self, forKey: .coords)
        let width = try container.decodeIfPresent(Double.self, forKey: .width)
        let height = try container.decodeIfPresent(Double.self, forKey: .height)
        guard let width, let height else {
            guard corner == nil else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "a picture with coords has no width and height"))
            }
            text = url
            return
        }
        text = try "\(url)#\(MediaFragment.whole(corner?.x ?? 0, corner?.y ?? 0, width, height))"
    }

    private enum Key: String, CodingKey {
        case url, startTime, endTime, width, height, coords
    }

    /// The cues of a list of images. An image without an end is shown until the next one.
    static func cues(of pictures: [Picture]) -> [Cue] {
        let next = pictures.map(\.start).followers
        return zip(pictures, next).map { picture, next in
            Cue(start: picture.start, end: picture.end ?? next ?? .latest, text: picture.text)
        }
    }
}

/// One sheet with the corners of its tiles.
private struct SheetOfTiles {
    /// Maximum length of the URL in bytes; each cue repeats the URL.
    private static let longestURL = 8 << 10

    let cues: [Cue]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let url = try container.decode(String.self, forKey: .url)
        guard url.utf8.count <= Self.longestURL else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "its url has more than \(Self.longestURL) bytes"))
        }
        let isMux = container.contains(.tile_width)
        let width = try container.decode(Double.self, forKey: isMux ? .tile_width : .tileWidth)
        let height = try container.decode(Double.self, forKey: isMux ? .tile_height : .tileHeight)
        let tiles = try container.decode([Corner].self, forKey: .tiles)
        let duration = try container.decodeIfPresent(Double.self, forKey: .duration)

        let starts = tiles.map { time($0.start) }
        cues = try zip(tiles, zip(starts, starts.followers)).map { corner, times in
            let (start, next) = times
            // A tile is shown until the next one.
            let end = next ?? max(start, duration.map(time) ?? .latest)
            let fragment = try MediaFragment.whole(corner.x, corner.y, width, height)
            return Cue(start: start, end: end, text: "\(url)#\(fragment)")
        }
    }

    private enum Key: String, CodingKey {
        case url, tiles, duration, tileWidth, tileHeight, tile_width, tile_height
    }

    private struct Corner: Decodable {
        let start: Double
        let x: Double
        let y: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            start =
                try container.decodeIfPresent(Double.self, forKey: .start)
                ?? container.decode(Double.self, forKey: .startTime)
            x = try container.decode(Double.self, forKey: .x)
            y = try container.decode(Double.self, forKey: .y)
        }

        private enum CodingKeys: String, CodingKey {
            case start, startTime, x, y
        }
    }
}

/// Converts seconds to a time. JSON has no NaN, so every number has a time.
private func time(_ seconds: Double) -> Timestamp {
    Timestamp(seconds: seconds) ?? .zero
}

extension MediaFragment {
    /// - Throws: `DecodingError.dataCorrupted` for numbers that are not integers or not a valid rectangle.
    fileprivate static func whole(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws -> MediaFragment {
        guard let x = Int(exactly: x), let y = Int(exactly: y), let width = Int(exactly: width),
            let height = Int(exactly: height), let fragment = MediaFragment(x: x, y: y, width: width, height: height)
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "a tile has a corner or a size that is not a whole number"))
        }
        return fragment
    }
}

extension [Timestamp] {
    /// The next later start for each start. Equal starts have the same follower; the last ones have none.
    fileprivate var followers: [Timestamp?] {
        let sorted = sorted()
        return map { start in sorted[sorted.partitionPoint { $0 <= start }...].first }
    }

    /// The first index whose element does not satisfy the condition; elements that satisfy it come first. O(log n).
    fileprivate func partitionPoint(_ belongs: (Timestamp) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
