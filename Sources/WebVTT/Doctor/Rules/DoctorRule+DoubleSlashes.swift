extension DoctorRule where Subject == TrackExamination {
    /// Relative URLs with two slashes in a row, often in a query.
    static var doubleSlashes: Self {
        Self(
            "double-slashes", .breaks,
            affected: "videojs-vtt-thumbnails takes a URL with // anywhere in it for a whole one, and resolves it "
                + "against the page.",
            fix: "Name the sheet by its whole URL, or write the second slash as %2F where the server takes that."
        ) { track, occurrences in
            for item in track.cues {
                guard let payload = item.payload, URLForm(payload.url) == .relative, payload.url.contains("//") else {
                    continue
                }
                occurrences.note(line: item.line, "\(payload.url.quoted) is relative and has // in it.")
            }
        }
    }
}
