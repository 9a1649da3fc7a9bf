extension DoctorRule where Subject == TrackExamination {
    /// UTF-16, which WebVTT never is.
    static var utf16: Self {
        Self(
            "wrong-encoding", .breaks,
            affected: "media-chrome and Shaka read tracks as UTF-8 alone and find no cue.",
            fix: "Save the file as UTF-8 without a byte order mark."
        ) { track, occurrences in
            if track.isUTF16 { occurrences.note(line: 1, "The file is UTF-16.") }
        }
    }
}
