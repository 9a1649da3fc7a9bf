import Foundation
import TiledJPEG

/// A part of a picture file that a player shows.
struct PlayerPicture: Hashable {
    let url: String
    /// The tile on a sheet; `nil` for the whole picture.
    var rect: PixelRect?
    /// Offsets of the picture in a file that holds many; `nil` for the whole file.
    var range: Range<Int>?
}

/// Look-up of thumbnails as a player does it: the rule in its source, over the files that it loads.
///
/// Rules are ports of a few lines each, named in a comment with the file and version they are in; players themselves are
/// not part of the tests.
struct PlayerRule: Sendable {
    typealias Lookup = (_ seconds: Double) -> PlayerPicture?

    let player: String
    /// The document that the player loads: `thumbnails.vtt`, or that of an export.
    let document: String
    /// Reads documents by their URLs, given the film's length in seconds.
    let open: @Sendable (_ read: (String) throws -> [UInt8], _ length: Double) throws -> Lookup

    init(
        _ player: String, _ document: String,
        open: @escaping @Sendable (_ read: (String) throws -> [UInt8], _ length: Double) throws -> Lookup
    ) {
        self.player = player
        self.document = document
        self.open = open
    }

    static let all = track + playlists + manifests + archives
}

/// Text of a document, taken apart without the project's own readers.
struct DocumentText {
    let text: String

    init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

    /// The value of an attribute in a line or tag; in quotation marks or up to a comma.
    static func attribute(_ name: String, in line: some StringProtocol) -> String? {
        for pattern in ["[ :,]\(name)=\"([^\"]*)\"", "[ :,]\(name)=([^\",]*)"] {
            guard let regex = try? Regex(pattern), let match = String(line).firstMatch(of: regex) else { continue }
            return match.output[1].substring.map(String.init)
        }
        return nil
    }

    static func pair(_ text: String?) -> (Int, Int)? {
        let sides = (text ?? "").split(separator: "x").compactMap { Int($0) }
        return sides.count == 2 ? (sides[0], sides[1]) : nil
    }
}

/// The thumbnails of an export, or of the track, and how often a player shows the right one.
struct PlayerTally: Equatable {
    var right = 0
    /// An earlier tile.
    var late = 0
    /// A later tile.
    var early = 0
    /// No tile, or padding.
    var nothing = 0
    /// The largest number of milliseconds by which a tile is late or early.
    var largest: Int64 = 0
}

/// The index of a BIF file.
private struct Archive {
    let multiplier: Int
    private(set) var images: [(timestamp: Int, range: Range<Int>)] = []

    init(_ bytes: [UInt8]) {
        func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
        multiplier = number(16) == 0 ? 1_000 : number(16)
        for place in 0..<number(12) {
            let offset = 64 + 8 * place
            images.append((number(offset), number(offset + 4)..<number(offset + 12)))
        }
    }

    func picture(_ place: Int) -> PlayerPicture? {
        images.indices.contains(place) ? PlayerPicture(url: "thumbnails.bif", range: images[place].range) : nil
    }
}

extension PlayerRule {
    static let archives = [timestamps, rxPlayer, jellyfin]

    /// niamu/bif, and Roku's format: the last picture whose timestamp, times the multiplier, is not later.
    private static let timestamps = PlayerRule("BIF by timestamp", "thumbnails.bif") { read, _ in
        let archive = Archive(try read("thumbnails.bif"))
        return { time in
            archive.picture((archive.images.lastIndex { $0.timestamp * archive.multiplier <= Int(time * 1_000) }) ?? -1)
        }
    }

    /// rx-player 3.33, src/parsers/images/bif.ts: picture n begins at n times the multiplier.
    private static let rxPlayer = PlayerRule("BIF by index", "thumbnails.bif") { read, _ in
        let archive = Archive(try read("thumbnails.bif"))
        return { time in archive.picture(min(Int(time * 1_000) / archive.multiplier, archive.images.count - 1)) }
    }

    /// jellyfin-web 10.11, src/controllers/playback/video/index.js, `updateTrickplayBubbleHtml`.
    private static let jellyfin = PlayerRule("jellyfin-web", "jellyfin.json") { read, _ in
        struct Trickplay: Decodable {
            struct Info: Decodable {
                let Width: Int
                let Height: Int
                let TileWidth: Int
                let TileHeight: Int
                let Interval: Int
            }
            let Trickplay: [String: [String: Info]]
        }
        let document = try JSONDecoder().decode(Trickplay.self, from: Data(read("jellyfin.json")))
        guard let info = document.Trickplay.values.first?.values.first else { return { _ in nil } }
        return { time in
            let current = Int(time * 1_000) / info.Interval
            let cells = info.TileWidth * info.TileHeight
            let cell = current % cells
            return PlayerPicture(
                url: "trickplay/\(info.Width) - \(info.TileWidth)x\(info.TileHeight)/\(current / cells).jpg",
                rect: PixelRect(
                    x: cell % info.TileWidth * info.Width, y: cell / info.TileWidth * info.Height, width: info.Width,
                    height: info.Height))
        }
    }
}

/// A segment of a media playlist.
private struct Segment {
    let start: Double
    let duration: Double
    let url: String
    let range: Range<Int>?
    /// The attributes of `EXT-X-TILES`.
    let tiles: String?

    /// The segments of the first playlist that a master names by a tag.
    static func list(_ tag: String, in master: String, _ read: (String) throws -> [UInt8]) throws -> [Segment] {
        let line = DocumentText(try read(master)).text.split(separator: "\n").first { $0.hasPrefix("#\(tag):") }
        let url = line.flatMap { DocumentText.attribute("URI", in: $0) } ?? ""
        var segments: [Segment] = []
        var (start, duration) = (0.0, 0.0)
        var range: Range<Int>?
        var tiles: String?
        for line in DocumentText(try read(url)).text.split(separator: "\n") {
            let value = line.split(separator: ":", maxSplits: 1).dropFirst().first ?? ""
            if line.hasPrefix("#EXTINF:") { duration = Double(value.dropLast()) ?? 0 }
            if line.hasPrefix("#EXT-X-TILES:") { tiles = String(line) }
            if line.hasPrefix("#EXT-X-BYTERANGE:") {
                let numbers = value.split(separator: "@").compactMap { Int($0) }
                range = numbers[1]..<numbers[1] + numbers[0]
            }
            guard !line.hasPrefix("#") else { continue }
            segments.append(Segment(start: start, duration: duration, url: String(line), range: range, tiles: tiles))
            start += duration
            (range, tiles) = (nil, nil)
        }
        return segments
    }

    /// The payload of `mdat` in a fragment: the boxes before it say their lengths.
    func picture(in file: [UInt8]) -> PlayerPicture {
        guard let range else { return PlayerPicture(url: url) }
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            let size = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            if file[(offset + 4)..<(offset + 8)].elementsEqual("mdat".utf8) {
                return PlayerPicture(url: url, range: (offset + 8)..<(offset + size))
            }
            offset += max(8, size)
        }
        return PlayerPicture(url: url)
    }
}

extension PlayerRule {
    static let playlists = [shakaImages, shakaFrames, hls]

    /// Shaka Player 5.2.0, lib/hls/hls_parser.js and lib/player.js, `getThumbnails`: layout and time of a tile are those of
    /// `EXT-X-TILES`.
    private static let shakaImages = PlayerRule("Shaka", "hls.m3u8") { read, _ in
        let segments = try Segment.list("EXT-X-IMAGE-STREAM-INF", in: "hls.m3u8", read)
        let references = segments.map { ShakaReference(start: $0.start, end: $0.start + $0.duration) }
        return { time in
            guard let place = ShakaReference.find(time, in: references) else { return nil }
            let segment = segments[place]
            guard let tiles = segment.tiles,
                let (columns, _) = DocumentText.pair(DocumentText.attribute("LAYOUT", in: tiles)),
                let (width, height) = DocumentText.pair(DocumentText.attribute("RESOLUTION", in: tiles)),
                let duration = DocumentText.attribute("DURATION", in: tiles).flatMap(Double.init)
            else { return PlayerPicture(url: segment.url) }
            let rect = references[place].rect(
                at: time, columns: columns, tile: PixelSize(width: width, height: height), tileDuration: duration)
            return PlayerPicture(url: segment.url, rect: rect)
        }
    }

    /// Shaka Player 5.2.0, lib/player.js, `getThumbnails` over an I-frame playlist with the codec `mjpg`.
    private static let shakaFrames = PlayerRule("Shaka", "iframes-master.m3u8") { read, _ in
        let segments = try Segment.list("EXT-X-I-FRAME-STREAM-INF", in: "iframes-master.m3u8", read)
        let file = try read(segments[0].url)
        let references = segments.map { ShakaReference(start: $0.start, end: $0.start + $0.duration) }
        return { time in ShakaReference.find(time, in: references).map { segments[$0].picture(in: file) } }
    }

    /// hls.js, main branch of August 2026, src/controller/fragment-finders.ts, `findFragmentByPTS` and
    /// `fragmentWithinToleranceTest`, for a player that has shown nothing yet: a binary search that accepts a frame up to
    /// `maxFragLookUpTolerance`, 0.25 s, before its start. src/controller/base-stream-controller.ts: past the last frame, the
    /// last one.
    private static let hls = PlayerRule("hls.js", "iframes-master.m3u8") { read, _ in
        let segments = try Segment.list("EXT-X-I-FRAME-STREAM-INF", in: "iframes-master.m3u8", read)
        let file = try read(segments[0].url)
        let end = segments.last.map { $0.start + $0.duration } ?? 0
        return { time in
            guard time < end else { return segments.last?.picture(in: file) }
            // Towards the end the search is exact.
            let tolerance = time > end - 0.25 ? 0 : 0.25
            var (low, high) = (0, segments.count - 1)
            while low <= high {
                let middle = (low + high) / 2
                let candidate = segments[middle]
                let candidateEnd = candidate.start + candidate.duration
                if candidate.start <= time, candidateEnd > time { return candidate.picture(in: file) }
                let own = min(tolerance, candidate.duration)
                if candidateEnd - own <= time {
                    low = middle + 1
                } else if candidate.start - own > time, candidate.start > 0 {
                    high = middle - 1
                } else {
                    return candidate.picture(in: file)
                }
            }
            return nil
        }
    }
}
