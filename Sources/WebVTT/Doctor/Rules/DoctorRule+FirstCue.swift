extension DoctorRule where Subject == TrackExamination {
    /// A first cue that does not start at 0.
    static var firstCue: Self {
        Self(
            "first-cue", .breaks,
            affected: "Vidstack and indigo-player show nothing before the first cue.",
            fix: "Start the first cue at 00:00:00.000."
        ) { track, occurrences in
            guard let first = track.cuesInTime.first, first.cue.start > .zero else { return }
            occurrences.note(line: first.line, "The first cue starts at \(first.cue.start).")
        }
    }
}
