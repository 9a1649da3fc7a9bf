extension DoctorRule where Subject == TrackExamination {
    /// Fragments that are meant as a rectangle and are none.
    static var malformedFragments: Self {
        Self(
            "malformed-fragments", .breaks,
            affected: "Every player shows the whole sheet, or nothing; media-chrome throws.",
            fix: "Write #xywh=x,y,width,height with four whole numbers and no sign."
        ) { track, occurrences in
            for item in track.cues {
                guard let fragment = item.payload?.malformedFragment else { continue }
                occurrences.note(line: item.line, "\(fragment.quoted) is not a rectangle of four whole numbers.")
            }
        }
    }
}
