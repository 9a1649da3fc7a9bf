extension DoctorRule where Subject == TrackExamination {
    /// Rectangles without any area.
    static var emptyFragments: Self {
        Self(
            "empty-fragments", .breaks,
            affected: "Every player shows an empty box.",
            fix: "Write the tile's width and height as the last two numbers."
        ) { track, occurrences in
            for item in track.cues {
                guard let fragment = item.payload?.fragment, fragment.width == 0 || fragment.height == 0 else {
                    continue
                }
                occurrences.note(line: item.line, "#\(fragment) has no area.")
            }
        }
    }
}
