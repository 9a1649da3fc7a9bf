import PlayerFormats
import TiledJPEG
import WebVTT

extension TrackText {
    /// The most sheets of one size that are listed.
    private static let maximumListed = 10_000

    /// Examines a manifest of DASH; players count sheets from the start of each Period.
    init(manifest bytes: [UInt8], duration: Timestamp?, addressBytes: Int) {
        do {
            let manifest = try DASHManifest(parsing: bytes)
            let examination = ManifestExamination(manifest: manifest, duration: duration)
            var shown: [(cue: Cue, line: Int)] = []
            var further: [NamedSheet] = []
            var room = addressBytes
            var seen = Set<Int>()
            var sizes: [String: PixelSize] = [:]
            for images in manifest.images {
                guard let thumbnails = try? DASHThumbnails.Representation(images) else { continue }
                let length = manifest.length(ofPeriod: images.period, film: duration) ?? thumbnails.segmentDuration
                // Times are those of the first thumbnails of each Period.
                if seen.insert(images.period).inserted {
                    let start = manifest.periods[images.period].start ?? .zero
                    let cues = thumbnails.shown(
                        from: start, for: length, atMost: Self.maximumPictures - shown.count, room: &room)
                    shown += cues.map { ($0, images.line) }
                    for first in stride(from: 0, to: cues.count, by: thumbnails.columns * thumbnails.rows) {
                        let sheet = first / (thumbnails.columns * thumbnails.rows)
                        sizes[thumbnails.url(ofSheet: sheet)] = thumbnails.sheet
                    }
                } else {
                    let listed = min(
                        thumbnails.sheetCount(duration: length), Self.maximumListed,
                        Self.maximumPictures - further.count)
                    for sheet in 0..<max(0, listed) where room > 0 {
                        let tile = ExaminedSheet.Tile(line: images.line, fragment: nil)
                        let url = thumbnails.url(ofSheet: sheet)
                        room -= url.utf8.count
                        further.append(NamedSheet(url: url, tiles: [tile], declared: thumbnails.sheet))
                    }
                }
            }
            var sheets = NamedSheet.list(CueTrack(cues: shown.map(\.cue)), lines: shown.map(\.line))
            for place in sheets.indices { sheets[place].declared = sizes[sheets[place].url] }
            self.init(
                Diagnosis(DoctorRule.manifests.compactMap { $0.finding(in: examination) }),
                track: CueTrack(cues: shown.map(\.cue)), sheets: sheets + further, pictureCount: shown.count,
                readers: manifest.images.isEmpty ? nil : "dash.js and Shaka read it.")
        } catch {
            self.init(Diagnosis([DoctorRule.unreadableManifest.finding(in: error)].compactMap(\.self)))
        }
    }

    /// Examines a BIF file, whose pictures are in it.
    init(bif bytes: [UInt8], name: String, duration: Timestamp?) {
        do {
            let file = try BIFFile(parsing: bytes)
            let examination = BIFExamination(file, bytes: bytes, name: name, duration: duration)
            self.init(
                Diagnosis(DoctorRule.bif.compactMap { $0.finding(in: examination) }), pictureCount: file.images.count,
                readers: "Roku reads it; Plex and Emby do under names of their own.")
        } catch {
            self.init(Diagnosis([DoctorRule.unreadableBIF.finding(in: error)].compactMap(\.self)))
        }
    }
}

extension DASHManifest {
    /// The duration of a Period; `nil` if neither the manifest nor the film's length determines it.
    fileprivate func length(ofPeriod number: Int, film: Timestamp?) -> Timestamp? {
        let period = periods[number]
        guard let end = period.end ?? (number == periods.count - 1 ? film : nil) else { return nil }
        return Timestamp(milliseconds: max(0, end.milliseconds - (period.start ?? .zero).milliseconds))
    }
}

extension DASHThumbnails.Representation {
    /// The cues that show the same.
    ///
    /// - Parameters:
    ///   - first: The start of the Period.
    ///   - length: The length of the Period.
    ///   - room: Bytes left for addresses.
    fileprivate func shown(
        from first: Timestamp, for length: Timestamp, atMost limit: Int, room: inout Int
    ) -> [Cue] {
        let tile = self.tile
        let perSheet = columns * rows
        let limit = min(limit, max(1, sheetCount(duration: length)) * perSheet)
        func time(_ offset: Timestamp) -> Timestamp {
            Timestamp(milliseconds: first.milliseconds + offset.milliseconds)
        }
        var cues: [Cue] = []
        while cues.count < limit, room > 0 {
            let start = start(ofTile: cues.count)
            guard start < length || cues.isEmpty else { break }
            let place = cues.count % perSheet
            let (x, y) = (place % columns * tile.width, place / columns * tile.height)
            let url = url(ofSheet: cues.count / perSheet)
            room -= url.utf8.count
            cues.append(
                Cue(
                    start: time(start), end: time(max(start, min(length, self.start(ofTile: cues.count + 1)))),
                    text: "\(url)#xywh=\(x),\(y),\(tile.width),\(tile.height)"))
        }
        return cues
    }
}
