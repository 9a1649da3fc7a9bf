extension DoctorRule where Subject == TrackExamination {
    /// Cue settings, and whatever else follows the times.
    static var settings: Self {
        Self(
            "settings", .breaks,
            affected: "videojs-vtt-thumbnails shows no thumbnails at all.",
            fix: "End the timing line with the end time."
        ) { track, occurrences in
            for item in track.cues where !item.cue.settings.isEmpty {
                occurrences.note(line: item.line, "The times are followed by \(item.cue.settings.quoted).")
            }
        }
    }
}
