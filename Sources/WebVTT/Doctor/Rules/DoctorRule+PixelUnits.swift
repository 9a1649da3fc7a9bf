extension DoctorRule where Subject == TrackExamination {
    /// `xywh=pixel:`, which states the default.
    static var pixelUnits: Self {
        Self(
            "pixel-units", .breaks,
            affected: "Shaka, media-chrome, Plyr, Vidstack and Video.js v10 do not read the unit and show no tile or a "
                + "wrong one.",
            fix: "Leave pixel: out."
        ) { track, occurrences in
            for item in track.cues {
                guard item.payload?.fragment?.unit == .pixel, item.cue.text.contains("xywh=pixel:") else { continue }
                occurrences.note(line: item.line, "The fragment names its unit, pixel.")
            }
        }
    }
}
