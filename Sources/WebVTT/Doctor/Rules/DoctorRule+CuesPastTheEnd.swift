extension DoctorRule where Subject == TrackExamination {
    /// Cues that start when the film is over.
    static var cuesPastTheEnd: Self {
        Self(
            "cues-past-the-end", .advice,
            affected: "No player ever shows the cue, and its sheet may be loaded for nothing.",
            fix: "Check that the track belongs to the film; remove the cue."
        ) { track, occurrences in
            guard let duration = track.duration else { return }
            for item in track.cues where item.cue.start >= duration {
                occurrences.note(line: item.line, "The cue starts at \(item.cue.start), the film ends at \(duration).")
            }
        }
    }
}
