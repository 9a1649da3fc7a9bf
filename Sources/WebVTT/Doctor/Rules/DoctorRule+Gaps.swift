extension DoctorRule where Subject == TrackExamination {
    /// Times between cues that belong to none.
    static var gaps: Self {
        Self(
            "gaps", .breaks,
            affected: "Vidstack, Plyr and videojs-vtt-thumbnails show nothing there.",
            fix: "End each cue where the next one starts."
        ) { track, occurrences in
            guard var covered = track.cuesInTime.first?.cue.end else { return }
            for item in track.cuesInTime.dropFirst() {
                if item.cue.start > covered {
                    occurrences.note(line: item.line, "Nothing is shown from \(covered) to \(item.cue.start).")
                }
                covered = max(covered, item.cue.end)
            }
        }
    }
}
