import Foundation
import TiledJPEG

/// A cue with a rectangle on a sheet.
private struct Frame {
    let start: Double
    /// `nil` in JSON without one.
    let end: Double?
    let picture: PlayerPicture

    init?(start: Double, end: Double?, text: Substring) {
        let parts = text.split(separator: "#xywh=")
        guard parts.count == 2 else { return nil }
        let numbers = parts[1].split(separator: ",").compactMap { Int($0) }
        guard numbers.count == 4 else { return nil }
        self.start = start
        self.end = end
        picture = PlayerPicture(
            url: String(parts[0]),
            rect: PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }

    /// `parseVtt` of Plyr 3.8.4, src/js/plugins/preview-thumbnails.js: blocks between blank lines, the first line with two
    /// times, then the first line that is not blank.
    static func list(_ bytes: [UInt8]) -> [Frame] {
        let time = /([0-9]{2})?:?([0-9]{2}):([0-9]{2}).([0-9]{2,3})/
        return DocumentText(bytes).text.split(separator: "\n\n").compactMap { block in
            let lines = block.split(separator: "\n")
            guard lines.count >= 2 else { return nil }
            let times = lines[0].matches(of: time).map(\.output)
            guard times.count == 2 else { return nil }
            return Frame(start: seconds(times[0]), end: seconds(times[1]), text: lines[1])
        }
    }

    private static func seconds(_ match: (Substring, Substring?, Substring, Substring, Substring)) -> Double {
        (Double(match.1 ?? "0") ?? 0) * 3_600 + (Double(match.2) ?? 0) * 60 + (Double(match.3) ?? 0)
            + (Double("0.\(match.4)") ?? 0)
    }
}

extension PlayerRule {
    static let track = [plyr, vidstack, vidstackJSON, mediaChrome, videoJS, vttThumbnails, shakaTrack]

    /// Plyr 3.8.4, src/js/plugins/preview-thumbnails.js, `startMove` and `showImageAtCurrentTime`: the first frame that
    /// holds the time, its end included; the last second shows the tile before it.
    private static let plyr = PlayerRule("Plyr", "thumbnails.vtt") { read, length in
        let frames = Frame.list(try read("thumbnails.vtt"))
        return { time in
            let time = min(time, length - 1)
            return frames.first { time >= $0.start && time <= $0.end ?? 0 }?.picture
        }
    }

    /// Vidstack 1.15.3, packages/vidstack/src/components/ui/thumbnails/thumbnail.ts, `_onFindActiveThumbnail`.
    private static func vidstackLookup(_ frames: [Frame]) -> Lookup {
        { time in frames.last { time >= $0.start && ($0.end == nil || time < $0.end ?? 0) }?.picture }
    }

    private static let vidstack = PlayerRule("Vidstack", "thumbnails.vtt") { read, _ in
        vidstackLookup(Frame.list(try read("thumbnails.vtt")))
    }

    private static let vidstackJSON = PlayerRule("Vidstack", "vidstack.json") { read, _ in
        struct Element: Decodable {
            let startTime: Double
            let endTime: Double?
            let text: String
        }
        let elements = try JSONDecoder().decode([Element].self, from: Data(read("vidstack.json")))
        return vidstackLookup(elements.compactMap { Frame(start: $0.startTime, end: $0.endTime, text: $0.text[...]) })
    }

    /// media-chrome 4.19.2, src/js/media-store/request-map.ts, `MEDIA_PREVIEW_REQUEST`.
    private static let mediaChrome = PlayerRule("media-chrome", "thumbnails.vtt") { read, _ in
        let frames = Frame.list(try read("thumbnails.vtt"))
        return { time in
            frames.enumerated().first { place, frame in
                if place == 0 { return frame.end ?? 0 > time }
                if place == frames.count - 1 { return frame.start <= time }
                return frame.start <= time && frame.end ?? 0 > time
            }?.element.picture
        }
    }

    /// Video.js 10.0.0-beta.31, packages/core/src/core/ui/thumbnail/thumbnail-core.ts, `findActiveThumbnail`.
    private static let videoJS = PlayerRule("Video.js 10", "thumbnails.vtt") { read, _ in
        let frames = Frame.list(try read("thumbnails.vtt"))
        return { time in
            var (low, high) = (0, frames.count - 1)
            var result: Frame?
            while low <= high {
                let middle = (low + high) / 2
                if time >= frames[middle].start {
                    result = frames[middle]
                    low = middle + 1
                } else {
                    high = middle - 1
                }
            }
            return result?.picture
        }
    }

    /// videojs-vtt-thumbnails 0.0.13, src/plugin.js, `getSecondsFromTimestamp` and `getStyleForTime`: whole seconds.
    private static let vttThumbnails = PlayerRule("videojs-vtt-thumbnails", "thumbnails.vtt") { read, _ in
        let frames = Frame.list(try read("thumbnails.vtt"))
        return { time in
            frames.first { time >= $0.start.rounded(.down) && time < ($0.end ?? 0).rounded(.down) }?.picture
        }
    }

    /// Shaka Player 5.2.0, lib/player.js, `addThumbnailsTrack` and `getThumbnails`: a segment for each cue.
    private static let shakaTrack = PlayerRule("Shaka", "thumbnails.vtt") { read, _ in
        let frames = Frame.list(try read("thumbnails.vtt"))
        let references = frames.map { ShakaReference(start: $0.start, end: $0.end ?? 0) }
        return { time in ShakaReference.find(time, in: references).map { frames[$0].picture } }
    }
}

/// A segment in Shaka's index.
struct ShakaReference {
    let start: Double
    /// Where the player stops showing the segment.
    let end: Double
    /// Where the segment ends, also past the film's end; its tiles divide this time.
    var trueEnd: Double

    init(start: Double, end: Double, trueEnd: Double? = nil) {
        self.start = start
        self.end = end
        self.trueEnd = trueEnd ?? end
    }

    /// Shaka Player 5.2.0, lib/media/segment_index.js, `find`: a segment lasts to the next one's start.
    static func find(_ time: Double, in references: [ShakaReference]) -> Int? {
        for place in references.indices.reversed() {
            let end = place + 1 < references.count ? references[place + 1].start : references[place].end
            if time >= references[place].start, time < end { return place }
        }
        return references.first.map { time < $0.start } == true ? 0 : nil
    }

    /// Shaka Player 5.2.0, lib/player.js, `getThumbnails`: the tile on a sheet.
    func rect(at time: Double, columns: Int, tile: PixelSize, tileDuration: Double) -> PixelRect {
        let position = Int(((time - start) / tileDuration).rounded(.down))
        return PixelRect(
            x: position % columns * tile.width, y: position / columns * tile.height, width: tile.width,
            height: tile.height)
    }
}
