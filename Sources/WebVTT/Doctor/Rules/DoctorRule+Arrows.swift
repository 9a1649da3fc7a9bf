extension DoctorRule where Subject == TrackExamination {
    /// `->` between the times.
    static var arrows: Self {
        Self(
            "arrows", .breaks,
            affected: "Shaka refuses the whole track; media-chrome, Plyr and videojs-vtt-thumbnails lose the cue.",
            fix: "Write \" --> \" between the times."
        ) { track, occurrences in
            for repair in track.repairs(of: .arrow) {
                occurrences.note(line: repair.line, "The arrow between the times is written -> instead of -->.")
            }
        }
    }
}
