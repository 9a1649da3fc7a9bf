import PlayerFormats
import TiledJPEG
import WebVTT

extension TrackText {
    /// The most pictures that a playlist or manifest is followed to.
    static let maximumPictures = 200_000
    /// The most bytes of addresses: each of a sheet's tiles repeats that of the sheet.
    static let maximumAddressBytes = 64 << 20

    /// Examines a playlist of HLS: a multivariant one, or one of pictures or frames.
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
        // Readers look at no more of the last sheet than its time has tiles.
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
    /// The size of a whole sheet.
    var sheet: PixelSize { PixelSize(width: resolution.width * columns, height: resolution.height * rows) }
}

extension [HLSMediaPlaylist.Segment] {
    /// The cues that show the same, and the lines of their URIs; gaps show nothing.
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
                // The last tile is held.
                let stop = isLast ? end : Swift.min(end, start + tiles.duration.milliseconds)
                let cue = Cue(start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: stop), text: text)
                shown.append((cue, segment.line))
            }
        }
        return shown
    }
}
