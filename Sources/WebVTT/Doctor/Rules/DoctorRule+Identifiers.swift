extension DoctorRule where Subject == TrackExamination {
    /// Cue identifiers.
    static var identifiers: Self {
        Self(
            "identifiers", .breaks,
            affected: "videojs-vtt-thumbnails shows no thumbnails at all.",
            fix: "Remove the line in front of the times."
        ) { track, occurrences in
            for item in track.cues where !item.cue.id.isEmpty {
                occurrences.note(line: item.line, "The cue has the identifier \(item.cue.id.quoted).")
            }
        }
    }
}
