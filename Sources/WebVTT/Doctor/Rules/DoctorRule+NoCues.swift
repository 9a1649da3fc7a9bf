extension DoctorRule where Subject == TrackExamination {
    /// A track without any cue.
    static var noCues: Self {
        Self(
            "no-cues", .breaks,
            affected: "No player has anything to show.",
            fix: "Write a cue for each thumbnail: times, line end, URL."
        ) { track, occurrences in
            if track.cues.isEmpty { occurrences.note("The track has no cues.") }
        }
    }
}
