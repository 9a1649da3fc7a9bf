extension DoctorRule where Subject == TrackExamination {
    /// A file that does not begin with WEBVTT.
    static var signature: Self {
        Self(
            "signature", .breaks,
            affected: "Browsers refuse the file, so that media-chrome and others that leave the reading to them show "
                + "nothing.",
            fix: "Begin the file with the line WEBVTT and a blank one."
        ) { track, occurrences in
            for repair in track.repairs(of: .signature) {
                occurrences.note(line: repair.line, "The file does not begin with WEBVTT.")
            }
        }
    }
}
