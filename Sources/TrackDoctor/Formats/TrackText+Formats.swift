import PlayerFormats
import TiledJPEG
import WebVTT

extension TrackText {
    /// Maximum number of sheets that are listed of a further Representation in the same Period.
    private static let maximumListed = 10_000

    /// Examines a DASH manifest. Players count sheets from the start of each Period.
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
                // The cues are those of the first Representation of each Period.
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

    /// Examines a BIF file, which contains its images.
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
    /// The cues of a track that shows the same tiles.
    ///
    /// - Parameters:
    ///   - first: Start of the Period.
    ///   - length: Duration of the Period.
    ///   - room: Remaining size of addresses in bytes; reduced by the size of each cue's address.
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

extension TrackText {
    /// Maximum number of images that are examined in a playlist or manifest.
    static let maximumPictures = 200_000
    /// Maximum total size of addresses in bytes; each tile repeats the address of its sheet.
    static let maximumAddressBytes = 64 << 20

    /// Examines an HLS playlist: a multivariant playlist, or a playlist of images or frames.
    init(playlist bytes: [UInt8], duration: Timestamp?, addressBytes: Int) {
        do {
            guard let named = MultivariantExamination(bytes) else {
                self.init(
                    media: try HLSMediaPlaylist(parsing: bytes), duration: duration, addressBytes: addressBytes)
                return
            }
            let streams = try named.thumbnails()
            let playlists = streams.compactMap { stream in
                stream.attributes.text("URI").map {
                    NamedSheet(url: $0, tiles: [ExaminedSheet.Tile(line: stream.line, fragment: nil)])
                }
            }
            self.init(
                Diagnosis(DoctorRule.multivariant.compactMap { $0.finding(in: named.examined(streams)) }),
                playlists: playlists, readers: Self.readers(Set(streams.map(\.kind))))
        } catch {
            self.init(Diagnosis([DoctorRule.unreadablePlaylist.finding(in: error)].compactMap(\.self)))
        }
    }

    private init(media playlist: HLSMediaPlaylist, duration: Timestamp?, addressBytes: Int) {
        let examination = PlaylistExamination(playlist: playlist, duration: duration)
        let diagnosis = Diagnosis(DoctorRule.playlists.compactMap { $0.finding(in: examination) })
        guard !playlist.isIFramesOnly else {
            self.init(
                diagnosis, frames: playlist, pictureCount: playlist.segments.count, readers: Self.readers([.iFrames]))
            return
        }
        guard playlist.isImagesOnly else {
            self.init(diagnosis)
            return
        }
        let shown = playlist.segments.shown(atMost: Self.maximumPictures, addressBytes: addressBytes)
        let track = CueTrack(cues: shown.map(\.cue))
        var sheets = NamedSheet.list(track, lines: shown.map(\.line))
        // Readers only use the tiles that are shown, so the last sheet need not have the declared size.
        let declared = Dictionary(
            playlist.segments.dropLast().compactMap { segment in segment.tiles.map { (segment.uri, $0.sheet) } }
        ) { first, _ in first }
        for place in sheets.indices { sheets[place].declared = declared[sheets[place].url] }
        self.init(
            diagnosis, track: track, sheets: sheets, pictureCount: shown.count, readers: Self.readers([.images]))
    }

    private static func readers(_ kinds: Set<HLSThumbnailStream.Kind>) -> String? {
        switch (kinds.contains(.images), kinds.contains(.iFrames)) {
        case (true, true): "Roku and Shaka read the images, hls.js and Shaka the frames."
        case (true, false):
            "Roku and Shaka read it; hls.js and Apple's players know only frames, EXT-X-I-FRAME-STREAM-INF."
        case (false, true): "hls.js and Shaka read frames that are JPEG; Apple's players prefer those of a video."
        case (false, false): nil
        }
    }
}

extension HLSImagePlaylist.Tiles {
    /// Size of a whole sheet in pixels.
    var sheet: PixelSize { PixelSize(width: resolution.width * columns, height: resolution.height * rows) }
}

extension [HLSMediaPlaylist.Segment] {
    /// The cues of a track that shows the same tiles, and the lines of their URIs. Gaps have no cues.
    fileprivate func shown(atMost limit: Int, addressBytes: Int) -> [(cue: Cue, line: Int)] {
        var shown: [(cue: Cue, line: Int)] = []
        var room = addressBytes
        for segment in self where !segment.isGap {
            let end = segment.start.milliseconds + segment.duration.milliseconds
            guard let tiles = segment.tiles else {
                guard shown.count < limit else { break }
                let cue = Cue(start: segment.start, end: Timestamp(milliseconds: end), text: segment.uri)
                shown.append((cue, segment.line))
                continue
            }
            let size = tiles.resolution
            for tile in 0..<(tiles.columns * tiles.rows) {
                let start = segment.start.milliseconds + Int64(tile) * tiles.duration.milliseconds
                room -= segment.uri.utf8.count
                guard start < end, shown.count < limit, room >= 0 else { break }
                let isLast = tile == tiles.columns * tiles.rows - 1
                let corner = (x: tile % tiles.columns * size.width, y: tile / tiles.columns * size.height)
                let text = "\(segment.uri)#xywh=\(corner.x),\(corner.y),\(size.width),\(size.height)"
                // The last tile is shown until the sheet ends.
                let stop = isLast ? end : Swift.min(end, start + tiles.duration.milliseconds)
                let cue = Cue(start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: stop), text: text)
                shown.append((cue, segment.line))
            }
        }
        return shown
    }
}
