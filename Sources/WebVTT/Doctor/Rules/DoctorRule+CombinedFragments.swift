extension DoctorRule where Subject == TrackExamination {
    /// Rectangles that share their fragment with a time, or are percent-encoded.
    static var combinedFragments: Self {
        Self(
            "combined-fragments", .breaks,
            affected: "Shaka, Plyr, Vidstack and videojs-vtt-thumbnails show the whole sheet where #xywh= does "
                + "not begin the fragment, and media-chrome throws; where more follows the rectangle, Plyr and "
                + "Vidstack lose its height.",
            fix: "Write the rectangle alone: #xywh=x,y,width,height."
        ) { track, occurrences in
            for item in track.cues {
                guard let payload = item.payload, payload.fragment != nil,
                    let fragment = item.cue.text.split(separator: "#").last?.split(separator: "\n").first,
                    fragment.contains("&") || fragment.contains("%")
                else { continue }
                occurrences.note(line: item.line, "\(fragment.quoted) is more than the plain rectangle.")
            }
        }
    }
}
