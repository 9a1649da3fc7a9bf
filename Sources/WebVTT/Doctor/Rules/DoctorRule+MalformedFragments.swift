extension DoctorRule where Subject == TrackExamination {
    /// Fragments that are meant as a rectangle and are none.
    static var malformedFragments: Self {
        Self(
            "malformed-fragments", .breaks,
            affected: "Players show the whole sheet, a wrong part of it or nothing; media-chrome throws where "
                + "#xywh= is missing or spelled otherwise.",
            fix: "Write #xywh=x,y,width,height with four whole numbers and no sign."
        ) { track, occurrences in
            for item in track.cues {
                guard !item.hasFractionalFragment, let fragment = item.payload?.malformedFragment else { continue }
                occurrences.note(line: item.line, "\(fragment.quoted) is not a rectangle of four whole numbers.")
            }
        }
    }
}
