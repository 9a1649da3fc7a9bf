extension DoctorRule where Subject == TrackExamination {
    /// Cues without an empty line in front of them, or with one that has spaces in it.
    static var unseparatedCues: Self {
        Self(
            "unseparated-cues", .breaks,
            affected: "Plyr, videojs-vtt-thumbnails and Shaka take the cue for a part of what stands before it, "
                + "and show a wrong tile or none at its times.",
            fix: "Leave one empty line, without spaces, in front of each cue."
        ) { track, occurrences in
            var isSeparated = true
            var spaces: Int?
            var lines = LineReader(track.bytes, takesShortArrows: true)
            while let line = lines.takeLine() {
                if line.range.isEmpty {
                    (isSeparated, spaces) = (true, nil)
                } else if line.hasArrow {
                    if let spaces, !isSeparated {
                        occurrences.note(line: spaces, "The blank line in front of the cue has spaces in it.")
                    } else if !isSeparated {
                        occurrences.note(line: line.number, "No blank line stands in front of the cue.")
                    }
                    (isSeparated, spaces) = (false, nil)
                } else if track.bytes[line.range].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                    if !isSeparated { spaces = line.number }
                } else if line.number == 1, lines.isSignature(line) {
                    isSeparated = false
                }
            }
        }
    }
}
