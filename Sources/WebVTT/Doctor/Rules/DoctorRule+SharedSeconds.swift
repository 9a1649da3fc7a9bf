extension DoctorRule where Subject == TrackExamination {
    /// Cues that start in the same whole second.
    static var sharedSeconds: Self {
        Self(
            "shared-seconds", .advice,
            affected: "videojs-vtt-thumbnails counts whole seconds and cannot tell such cues apart.",
            fix: "Leave at least a second between thumbnails."
        ) { track, occurrences in
            for (before, item) in zip(track.cuesInTime, track.cuesInTime.dropFirst()) {
                let (first, second) = (before.cue.start, item.cue.start)
                // Cues with one and the same start are the business of the rule on overlaps.
                if first != second, first.milliseconds / 1000 == second.milliseconds / 1000 {
                    occurrences.note(line: item.line, "Cues start at \(first) and at \(second).")
                }
            }
        }
    }
}
