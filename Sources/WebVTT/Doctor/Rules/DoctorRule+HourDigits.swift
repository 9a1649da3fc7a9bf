extension DoctorRule where Subject == TrackExamination {
    /// Hours of one digit, or of three and more.
    static var hourDigits: Self {
        Self(
            "hour-digits", .breaks,
            affected: "Plyr and videojs-vtt-thumbnails know hours of two digits alone: they lose the cue, or Plyr "
                + "reads another time.",
            fix: "Write times as hh:mm:ss.mmm; an open end as 99:59:59.999."
        ) { track, occurrences in
            var lines = LineReader(track.bytes)
            while let line = lines.takeLine() {
                guard line.hasArrow, let digits = lines.hourDigits(line), digits != 2 else { continue }
                occurrences.note(
                    line: line.number, "A time has hours of \(digits) \(digits == 1 ? "digit" : "digits").")
            }
        }
    }
}
