import TiledJPEG
public import WebVTT

extension Storyboard {
    /// The cue track: one cue a tile, thinned to the most cues that the settings allow, contiguous in time.
    ///
    /// Of several screenshots at one time the track has the first.
    public func cueTrack() -> CueTrack { cueTrack(DocumentOptions()) }

    private func cueTrack(_ options: DocumentOptions) -> CueTrack {
        let fileURLs = options.urls ?? publishedURLs()
        let urls = sheets.map { fileURLs($0.name.rawValue) }
        let cues = tiles.map { tile in
            let rect = track.shownPart(of: tile.rect)
            let fragment = MediaFragment(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
            let payload = CuePayload(url: urls[tile.sheet], fragment: fragment)
            return Cue(start: tile.start, end: tile.end ?? max(.openEnd, tile.start), text: payload.description)
        }
        return arranged(CueTrack(cues: cues), maximumCues: options.maximumCues)
    }

    /// Cues of the tiles, as the settings of the track arrange them: contiguous, and thinned to the most cues.
    func arranged(_ cues: CueTrack, maximumCues: Int? = nil) -> CueTrack {
        let firstStart: Timestamp? = track.startsAtZero ? .zero : nil
        let whole = cues.contiguous(from: firstStart)
        return [track.maximumCues, maximumCues].compactMap(\.self).reduce(whole) { $0.thinned(to: $1) }
    }

    /// `thumbnails.vtt`.
    package func trackDocument(_ options: DocumentOptions = DocumentOptions()) -> [UInt8] {
        cueTrack(options).serialized(from: track.startsAtZero ? .zero : nil)
    }
}
