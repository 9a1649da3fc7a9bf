extension DoctorRule where Subject == WebVTTError {
    /// A file that is no thumbnail track at all, such as an error page.
    static var notATrack: Self {
        Self(
            "not-a-track", .breaks,
            affected: "No player has anything to show.",
            fix: "Check what the address really delivers: a track begins with the line WEBVTT."
        ) { error, occurrences in
            occurrences.note(line: error.line, error.reason)
        }
    }
}
