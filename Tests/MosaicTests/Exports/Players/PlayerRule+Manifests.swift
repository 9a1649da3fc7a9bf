import TiledJPEG

/// The first Representation of thumbnails in a manifest, read by patterns.
struct ThumbnailManifest {
    let media: String
    let startNumber: Int
    /// `nil` with a SegmentTimeline.
    let duration: Double?
    /// Start and duration of each S element's repetitions, in seconds.
    private(set) var timeline: [(start: Double, duration: Double)] = []
    let columns: Int
    let rows: Int
    let tile: PixelSize
    /// Of the film.
    let length: Double
    /// The `maxSegmentDuration`.
    let longest: Double

    init?(_ bytes: [UInt8]) {
        let text = DocumentText(bytes).text
        func tag(_ name: String, in text: String) -> String? {
            text.firstRange(of: "<\(name) ").flatMap { start in
                text[start.upperBound...].firstIndex(of: ">").map { " " + text[start.upperBound..<$0] }
            }
        }
        func number(_ name: String, _ tag: String?) -> Double? {
            tag.flatMap { DocumentText.attribute(name, in: $0) }.flatMap(Double.init)
        }
        func seconds(_ name: String) -> Double? {
            tag("MPD", in: text).flatMap { DocumentText.attribute(name, in: $0) }.flatMap {
                Double($0.dropFirst(2).dropLast())
            }
        }
        guard let images = text.firstRange(of: "contentType=\"image\"") else { return nil }
        let set = String(text[images.lowerBound...])
        guard let template = tag("SegmentTemplate", in: set), let representation = tag("Representation", in: set),
            let property = tag("EssentialProperty", in: set),
            let (columns, rows) = DocumentText.pair(DocumentText.attribute("value", in: property)),
            let width = number("width", representation), let height = number("height", representation),
            let media = DocumentText.attribute("media", in: template), let length = seconds("mediaPresentationDuration")
        else { return nil }
        (self.columns, self.rows, self.media, self.length) = (columns, rows, media, length)
        tile = PixelSize(width: Int(width) / columns, height: Int(height) / rows)
        startNumber = number("startNumber", template).map { Int($0) } ?? 1
        longest = seconds("maxSegmentDuration") ?? .infinity
        let timescale = number("timescale", template) ?? 1
        duration = number("duration", template).map { $0 / timescale }
        for element in set.matches(of: /<S ([^\/]*)\/>/) {
            let element = " " + element.output.1
            guard let start = number("t", element), let ticks = number("d", element) else { return nil }
            for step in 0...Int(number("r", element) ?? 0) {
                timeline.append(((start + Double(step) * ticks) / timescale, ticks / timescale))
            }
        }
    }

    /// A tile of a segment; segments are counted from 0.
    func picture(_ segment: Int, cell: Int) -> PlayerPicture {
        let rect = PixelRect(
            x: cell % columns * tile.width, y: cell / columns * tile.height, width: tile.width, height: tile.height)
        return PlayerPicture(url: media.replacing("$Number$", with: String(startNumber + segment)), rect: rect)
    }

    /// Starts and durations of segments by media3's `SegmentBase` and Shaka's template: those of `duration` end with the film.
    func segments(cutting: Bool) -> [(start: Double, duration: Double)] {
        guard let duration else { return timeline }
        return (0..<Int((length / duration).rounded(.up))).map { number in
            let start = Double(number) * duration
            return (start, cutting ? min(duration, length - start) : duration)
        }
    }
}

extension PlayerRule {
    static let manifests = [shakaManifest, dash, media3]

    /// Shaka Player 5.2.0, lib/dash/segment_template.js (`TimelineSegmentIndex.get`: the last segment ends with the period
    /// and keeps its `trueEndTime`) and lib/player.js, `getThumbnails`.
    private static let shakaManifest = PlayerRule("Shaka", "thumbnails.mpd") { read, _ in
        guard let manifest = ThumbnailManifest(try read("thumbnails.mpd")) else { return { _ in nil } }
        let references = manifest.segments(cutting: false).map { start, duration in
            ShakaReference(
                start: start, end: min(start + duration, manifest.length), trueEnd: start + duration)
        }
        return { time in
            guard let place = ShakaReference.find(time, in: references) else { return nil }
            let reference = references[place]
            let tiles = Double(manifest.columns * manifest.rows)
            let cell = tiles > 1 ? (time - reference.start) / ((reference.trueEnd - reference.start) / tiles) : 0
            return manifest.picture(place, cell: Int(cell.rounded(.down)))
        }
    }

    /// dash.js 5.1.1 (and 4.7.4), src/streaming/thumbnail/ThumbnailController.js, `get`; src/dash/utils, `getSegmentByTime` of
    /// TimelineSegmentsGetter.js, and `getTimeBasedSegment` of SegmentsUtils.js, which cuts to `maxSegmentDuration`.
    private static let dash = PlayerRule("dash.js", "thumbnails.mpd") { read, _ in
        guard let manifest = ThumbnailManifest(try read("thumbnails.mpd")) else { return { _ in nil } }
        return dashLookup(manifest)
    }

    static func dashLookup(_ manifest: ThumbnailManifest) -> Lookup {
        let tiles = Double(manifest.columns * manifest.rows)
        return { time in
            if let duration = manifest.duration {
                let cell = (time.truncatingRemainder(dividingBy: duration) * tiles / duration).rounded(.down)
                return manifest.picture(Int((time / duration).rounded(.down)), cell: Int(cell))
            }
            let found = manifest.timeline.firstIndex { time < $0.start + $0.duration && time >= $0.start }
            return found.map { segment in
                let duration = min(manifest.timeline[segment].duration, manifest.longest)
                let cell = (time.truncatingRemainder(dividingBy: duration) * tiles / duration).rounded(.down)
                return manifest.picture(segment, cell: Int(cell))
            }
        }
    }

    /// media3 1.5, libraries/exoplayer_dash/…/dash/manifest/SegmentBase.java (`getSegmentNum`, `getSegmentDurationUs`: of a
    /// `duration`, the last segment ends with the period) and libraries/exoplayer/…/source/chunk/ContainerMediaChunk.java,
    /// `maybeWriteEmptySamples`: the tiles divide the segment's time; the last sample that has begun is shown.
    private static let media3 = PlayerRule("media3", "thumbnails.mpd") { read, _ in
        guard let manifest = ThumbnailManifest(try read("thumbnails.mpd")) else { return { _ in nil } }
        let segments = manifest.segments(cutting: true)
        let tiles = Int64(manifest.columns * manifest.rows)
        return { time in
            guard time < manifest.length, let segment = segments.lastIndex(where: { $0.start <= time }) else {
                return nil
            }
            let tileDuration = Int64((segments[segment].duration * 1_000_000).rounded()) / tiles
            let offset = Int64(((time - segments[segment].start) * 1_000_000).rounded())
            return manifest.picture(segment, cell: Int(min(offset / max(1, tileDuration), tiles - 1)))
        }
    }
}
