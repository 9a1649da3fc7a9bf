extension DoctorRule where Subject == TrackExamination {
    /// Times that belong to two cues.
    static var overlaps: Self {
        Self(
            "overlaps", .advice,
            affected: "Vidstack and Plyr show the earlier cue there, Shaka and Video.js v10 the later one.",
            fix: "End each cue where the next one starts."
        ) { track, occurrences in
            guard var covered = track.cuesInTime.first?.cue.end else { return }
            for item in track.cuesInTime.dropFirst() {
                if item.cue.start < covered {
                    occurrences.note(
                        line: item.line, "The cue starts at \(item.cue.start), and one before it ends at \(covered).")
                }
                covered = max(covered, item.cue.end)
            }
        }
    }
}
