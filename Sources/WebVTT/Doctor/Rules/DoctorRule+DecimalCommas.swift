extension DoctorRule where Subject == TrackExamination {
    /// Times with a comma, as in SubRip files.
    static var decimalCommas: Self {
        Self(
            "decimal-commas", .breaks,
            affected: "media-chrome and every player that leaves the reading to the browser lose the cue.",
            fix: "Write times as hh:mm:ss.mmm, with a point."
        ) { track, occurrences in
            for repair in track.repairs(of: .decimalComma) {
                occurrences.note(line: repair.line, "A time has a comma where the point belongs.")
            }
        }
    }
}
