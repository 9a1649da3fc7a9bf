extension DoctorRule where Subject == TrackExamination {
    /// Cues that name no picture.
    static var emptyPayloads: Self {
        Self(
            "empty-payloads", .breaks,
            affected: "Every player has nothing to show for the cue; media-chrome throws.",
            fix: "Put the picture's URL on the line below the times, without a blank line between."
        ) { track, occurrences in
            for item in track.cues where item.payload == nil {
                occurrences.note(line: item.line, "The cue names no picture.")
            }
        }
    }
}
