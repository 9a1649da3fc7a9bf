extension DoctorRule where Subject == TrackExamination {
    /// Cues that end no later than they start.
    static var zeroLengths: Self {
        Self(
            "zero-lengths", .breaks,
            affected: "Vidstack and Plyr pass over the cue.",
            fix: "End each cue where the next one starts."
        ) { track, occurrences in
            for item in track.cues where item.cue.end <= item.cue.start {
                occurrences.note(
                    line: item.line, "The cue starts at \(item.cue.start) and ends at \(item.cue.end).")
            }
        }
    }
}
