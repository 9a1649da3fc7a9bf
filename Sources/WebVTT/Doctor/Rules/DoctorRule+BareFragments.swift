extension DoctorRule where Subject == TrackExamination {
    /// `#x,y,w,h` without `xywh=`.
    static var bareFragments: Self {
        Self(
            "bare-fragments", .breaks,
            affected: "Players look for xywh=: they show the whole sheet or nothing; media-chrome throws.",
            fix: "Write xywh= in front of the four numbers."
        ) { track, occurrences in
            for repair in track.repairs(of: .bareFragment) {
                occurrences.note(line: repair.line, "The rectangle stands behind # without xywh=.")
            }
        }
    }
}
