extension DoctorRule where Subject == TrackExamination {
    /// `&amp;` in URLs, as if the track were HTML.
    static var escapedAmpersands: Self {
        Self(
            "escaped-ampersands", .breaks,
            affected: "Players take the payload as it stands, so that a query parameter is called \"amp;…\" and the "
                + "server may refuse it.",
            fix: "Write & in URLs."
        ) { track, occurrences in
            for repair in track.repairs(of: .escapedAmpersand) {
                occurrences.note(line: repair.line, "The URL has &amp; where & is meant.")
            }
        }
    }
}
