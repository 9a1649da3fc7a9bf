extension DoctorRule where Subject == TrackExamination {
    /// Cues that start before the one in front of them.
    static var order: Self {
        Self(
            "order", .breaks,
            affected: "Shaka and Video.js v10 search by halving, which misses cues that are out of order.",
            fix: "Sort the cues by their start."
        ) { track, occurrences in
            for (before, item) in zip(track.cues, track.cues.dropFirst()) where item.cue.start < before.cue.start {
                occurrences.note(
                    line: item.line, "The cue starts at \(item.cue.start), before the one in front of it.")
            }
        }
    }
}
