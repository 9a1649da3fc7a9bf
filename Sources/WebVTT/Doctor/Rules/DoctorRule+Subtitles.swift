extension DoctorRule where Subject == TrackExamination {
    /// Text to read instead of pictures.
    static var subtitles: Self {
        Self(
            "subtitles", .breaks,
            affected: "No player has a picture to show: these are subtitles.",
            fix: "Name the thumbnail track instead, whose cues are URLs of sheets."
        ) { track, occurrences in
            guard track.isSubtitles, let first = track.cues.first(where: { $0.payload != nil }) else { return }
            occurrences.note(line: first.line, "The cues are text: \(first.cue.text.quoted).")
        }
    }
}
