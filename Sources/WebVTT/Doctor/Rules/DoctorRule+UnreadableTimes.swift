extension DoctorRule where Subject == TrackExamination {
    /// Cues whose times cannot be read at all.
    static var unreadableTimes: Self {
        Self(
            "unreadable-times", .breaks,
            affected: "Every player loses the cue.",
            fix: "Write both times as hh:mm:ss.mmm, with \" --> \" between them."
        ) { track, occurrences in
            for repair in track.repairs(of: .unreadableTimes) {
                occurrences.note(line: repair.line, "The times of the cue cannot be read.")
            }
        }
    }
}
