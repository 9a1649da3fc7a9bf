extension DoctorRule where Subject == TrackExamination {
    /// An even number of blank lines in front of a cue.
    static var blankLines: Self {
        Self(
            "blank-lines", .breaks,
            affected: "videojs-vtt-thumbnails shows no thumbnails at all.",
            fix: "Leave exactly one blank line in front of each cue."
        ) { track, occurrences in
            var blankLines = 0
            var lines = LineReader(track.bytes, takesShortArrows: true)
            while let line = lines.takeLine() {
                guard !line.range.isEmpty else {
                    blankLines += 1
                    continue
                }
                // It cuts the file at every second line end: an odd number of blank lines leaves none over.
                if blankLines > 0, blankLines.isMultiple(of: 2), lines.isFirstLineOfCue(line) {
                    occurrences.note(line: line.number, "\(blankLines) blank lines stand in front of the cue.")
                }
                blankLines = 0
            }
        }
    }
}
