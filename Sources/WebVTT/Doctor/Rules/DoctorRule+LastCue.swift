extension DoctorRule where Subject == TrackExamination {
    /// A last cue that ends before the film does.
    static var lastCue: Self {
        Self(
            "last-cue", .breaks,
            affected: "Vidstack, Plyr, videojs-vtt-thumbnails and Shaka show nothing past the last cue.",
            fix: "End the last cue at the film's duration, or at 99:59:59.999 where that is unknown."
        ) { track, occurrences in
            guard let duration = track.duration, let last = track.cues.max(by: { $0.cue.end < $1.cue.end }),
                last.cue.end < duration
            else { return }
            occurrences.note(line: last.line, "The last cue ends at \(last.cue.end), the film at \(duration).")
        }
    }
}
