import WebVTT

/// A WebVTT file with cues of one second each, contiguous from 0.
func writtenTrack(_ payloads: [String]) -> String {
    payloads.enumerated().reduce("WEBVTT\n") { text, cue in
        let (start, end) = (cue.offset, cue.offset + 1)
        return text + "\n\(Timestamp(milliseconds: Int64(start) * 1000)) --> "
            + "\(Timestamp(milliseconds: Int64(end) * 1000))\n\(cue.element)\n"
    }
}
