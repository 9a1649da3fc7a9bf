import ImageHeaders
import ThumbnailFormats
import WebVTT

extension TrackText {
    /// The most sheets of one size that are listed.
    private static let maximumListed = 10_000

    /// Examines a manifest of DASH; times are those of its first thumbnails.
    init(manifest bytes: [UInt8], duration: Timestamp?, addressBytes: Int) {
        do {
            let manifest = try DASHManifest(parsing: bytes)
            let examination = ManifestExamination(manifest: manifest, duration: duration)
            var sheets: [NamedSheet] = []
            var shown: [(cue: Cue, line: Int)] = []
            var room = addressBytes
            for images in manifest.images {
                guard let thumbnails = try? DASHThumbnails.Representation(images) else { continue }
                let end = manifest.duration ?? duration ?? thumbnails.segmentDuration
                if shown.isEmpty {
                    shown = thumbnails.shown(until: end, atMost: Self.maximumPictures, addressBytes: addressBytes)
                        .map { ($0, images.line) }
                    sheets = NamedSheet.list(CueTrack(cues: shown.map(\.cue)), lines: shown.map(\.line))
                    for place in sheets.indices { sheets[place].declared = thumbnails.sheet }
                } else {
                    let listed = min(
                        thumbnails.sheetCount(duration: end), Self.maximumListed, Self.maximumPictures - sheets.count)
                    for sheet in 0..<max(0, listed) where room > 0 {
                        let tile = ExaminedSheet.Tile(line: images.line, fragment: nil)
                        let url = thumbnails.url(ofSheet: sheet)
                        room -= url.utf8.count
                        sheets.append(NamedSheet(url: url, tiles: [tile], declared: thumbnails.sheet))
                    }
                }
            }
            self.init(
                Diagnosis(DoctorRule.manifests.compactMap { $0.finding(in: examination) }),
                track: CueTrack(cues: shown.map(\.cue)), sheets: sheets, pictureCount: shown.count,
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

extension DASHThumbnails.Representation {
    /// The cues that show the same.
    fileprivate func shown(until end: Timestamp, atMost limit: Int, addressBytes: Int) -> [Cue] {
        let tile = self.tile
        let perSheet = columns * rows
        let limit = min(limit, max(1, sheetCount(duration: end)) * perSheet)
        var cues: [Cue] = []
        var room = addressBytes
        while cues.count < limit, room > 0 {
            let start = start(ofTile: cues.count)
            guard start < end || cues.isEmpty else { break }
            let place = cues.count % perSheet
            let (x, y) = (place % columns * tile.width, place / columns * tile.height)
            let url = url(ofSheet: cues.count / perSheet)
            room -= url.utf8.count
            cues.append(
                Cue(
                    start: start, end: max(start, min(end, self.start(ofTile: cues.count + 1))),
                    text: "\(url)#xywh=\(x),\(y),\(tile.width),\(tile.height)"))
        }
        return cues
    }
}
