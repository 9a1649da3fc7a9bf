import TiledJPEG

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
