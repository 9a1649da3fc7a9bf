extension DoctorRule where Subject == TrackExamination {
    /// Rectangles with decimals.
    static var decimalFragments: Self {
        Self(
            "decimal-fragments", .breaks,
            affected: "videojs-vtt-thumbnails takes the digits behind a point for a number of their own and shows "
                + "a wrong part of the sheet; Shaka cuts them off.",
            fix: "Write #xywh=x,y,width,height with four whole numbers."
        ) { track, occurrences in
            let lines =
                track.repairs(of: .decimalFragment).map(\.line)
                + track.cues.compactMap { $0.hasFractionalFragment ? $0.line : nil }
            for line in lines.sorted() { occurrences.note(line: line, "The rectangle's numbers have decimals.") }
        }
    }
}
