extension DoctorRule where Subject == TrackExamination {
    /// Times that WebVTT does not know, although they are plain to read.
    static var timeSpelling: Self {
        Self(
            "time-spelling", .breaks,
            affected: "media-chrome and every player that leaves the reading to the browser lose the cue.",
            fix: "Write times as hh:mm:ss.mmm: two digits each, and three behind the point."
        ) { track, occurrences in
            for repair in track.repairs(of: .timeSpelling) {
                occurrences.note(line: repair.line, "A time is not spelled hh:mm:ss.mmm.")
            }
        }
    }
}
