extension DoctorRule where Subject == TrackExamination {
    /// `xywh=percent:`.
    static var percentUnits: Self {
        Self(
            "percent-units", .breaks,
            affected: "Shaka, media-chrome, Plyr, Vidstack and Video.js v10 do not read the unit and show no tile or a "
                + "wrong one.",
            fix: "Write the rectangle in pixels of the sheet."
        ) { track, occurrences in
            for item in track.cues {
                guard let fragment = item.payload?.fragment, fragment.unit == .percent else { continue }
                occurrences.note(line: item.line, "#\(fragment) counts hundredths of the sheet.")
            }
        }
    }
}
