extension DoctorRule where Subject == TrackExamination {
    /// URLs that begin at the root of the host.
    static var rootAbsoluteURLs: Self {
        Self(
            "root-absolute-urls", .breaks,
            affected: "videojs-vtt-thumbnails puts the track's folder in front of the URL and asks for a sheet "
                + "that does not exist.",
            fix: "Name sheets relative to the track, or by whole URLs with https:// in front."
        ) { track, occurrences in
            for item in track.cues {
                guard let payload = item.payload, URLForm(payload.url) == .rootAbsolute else { continue }
                occurrences.note(line: item.line, "\(payload.url.quoted) begins at the root of the host.")
            }
        }
    }
}
