import WebVTT

/// A track's file as the doctor reads it: cues, where they stand, and what is to be said about the text.
struct TrackText {
    let diagnosis: Diagnosis
    /// The cues in file order; none where the file cannot be read.
    let track: CueTrack
    /// For each cue its timing line, counted from 1; nil in JSON.
    let lines: [Int]?

    init(_ bytes: [UInt8], name: String, duration: Timestamp?) {
        guard Content(sniffing: bytes) == .json else {
            let reading = try? LenientTrack(parsing: bytes)
            diagnosis = Diagnosis(examining: bytes, duration: duration)
            track = reading?.track ?? CueTrack(cues: [])
            lines = reading?.lines ?? []
            return
        }
        lines = nil
        do {
            track = try StoryboardDocument.read(bytes, name: name)
            diagnosis = Diagnosis(storyboard: track, duration: duration)
        } catch {
            track = CueTrack(cues: [])
            diagnosis = Diagnosis([DoctorRule.unreadableStoryboard.finding(in: error)].compactMap(\.self))
        }
    }
}

extension DoctorRule where Subject == ScrubPreviewError {
    /// JSON that is no storyboard.
    static var unreadableStoryboard: Self {
        Self(
            "unreadable-storyboard", .breaks,
            affected: "No player has anything to show.",
            fix: "Write the storyboard as {url, tileWidth, tileHeight, tiles: [{startTime, x, y}]}, or as WebVTT."
        ) { error, occurrences in
            occurrences.note(error.reason)
        }
    }
}
