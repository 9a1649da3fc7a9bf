extension DoctorRule where Subject == TrackExamination {
    /// Relative URLs beside others.
    static var mixedURLs: Self {
        Self(
            "mixed-urls", .breaks,
            affected: "Plyr decides by the first cue alone whether the track's folder belongs in front of every "
                + "URL, and asks for the sheets of the others at wrong addresses.",
            fix: "Name all sheets relative to the track, or all of them by whole URLs."
        ) { track, occurrences in
            guard let first = track.cues.lazy.compactMap(\.payload).first else { return }
            let isRelative = URLForm(first.url) == .relative
            for item in track.cues {
                guard let payload = item.payload, (URLForm(payload.url) == .relative) != isRelative else { continue }
                occurrences.note(
                    line: item.line,
                    "\(payload.url.quoted) is \(isRelative ? "not " : "")relative, unlike the first cue's URL.")
            }
        }
    }
}
