extension DoctorRule where Subject == TrackExamination {
    /// Cues that name a whole picture, without a rectangle.
    static var missingFragments: Self {
        Self(
            "missing-fragments", .breaks,
            affected: "media-chrome throws.",
            fix: "Add #xywh=0,0,width,height, also where the picture is the tile."
        ) { track, occurrences in
            for item in track.cues {
                guard let payload = item.payload, payload.fragment == nil, payload.malformedFragment == nil else {
                    continue
                }
                occurrences.note(line: item.line, "\(payload.url.quoted) has no #xywh= fragment.")
            }
        }
    }
}
