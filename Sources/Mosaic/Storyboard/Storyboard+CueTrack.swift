import ImageHeaders
public import WebVTT

extension Storyboard {
    /// The cue track: one cue a tile, thinned to the most cues that the settings allow, contiguous in time.
    ///
    /// Of several screenshots at one time the track has the first.
    public func cueTrack() -> CueTrack {
        let cues = tiles.map { tile in
            let fragment = MediaFragment(
                x: tile.rect.x, y: tile.rect.y, width: tile.rect.width, height: tile.rect.height)
            let payload = CuePayload(url: (track.baseURL ?? "") + sheets[tile.sheet].name.rawValue, fragment: fragment)
            return Cue(start: tile.start, end: tile.end ?? max(.openEnd, tile.start), text: payload.description)
        }
        let firstStart: Timestamp? = track.startsAtZero ? .zero : nil
        let whole = CueTrack(cues: cues).contiguous(from: firstStart)
        return track.maximumCues.map { whole.thinned(to: $0) } ?? whole
    }

    /// `thumbnails.vtt`.
    package func trackDocument() -> [UInt8] {
        cueTrack().serialized(from: track.startsAtZero ? .zero : nil)
    }
}
