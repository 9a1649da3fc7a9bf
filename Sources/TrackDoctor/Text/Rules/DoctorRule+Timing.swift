import WebVTT

/// Rules on when cues start and end.
extension DoctorRule where Subject == TrackExamination {
    /// Cues that start before the one in front of them.
    static var order: Self {
        Self(
            "order", .breaks,
            affected: "Shaka and Video.js v10 search by halving, which misses cues that are out of order.",
            fix: "Sort the cues by their start."
        ) { track, occurrences in
            for (before, item) in zip(track.cues, track.cues.dropFirst()) where item.cue.start < before.cue.start {
                occurrences.note(
                    line: item.line, "The cue starts at \(item.cue.start), before the one in front of it.")
            }
        }
    }

    /// A first cue that does not start at 0.
    static var firstCue: Self {
        Self(
            "first-cue", .breaks,
            affected: "Vidstack and indigo-player show nothing before the first cue.",
            fix: "Start the first cue at 00:00:00.000."
        ) { track, occurrences in
            guard let first = track.cuesInTime.first, first.cue.start > .zero else { return }
            occurrences.note(line: first.line, "The first cue starts at \(first.cue.start).")
        }
    }

    /// Times between cues that belong to none.
    static var gaps: Self {
        Self(
            "gaps", .breaks,
            affected: "Vidstack, Plyr and videojs-vtt-thumbnails show nothing there.",
            fix: "End each cue where the next one starts."
        ) { track, occurrences in
            guard var covered = track.cuesInTime.first?.cue.end else { return }
            for item in track.cuesInTime.dropFirst() {
                if item.cue.start > covered {
                    occurrences.note(line: item.line, "No tile is shown from \(covered) to \(item.cue.start).")
                }
                covered = max(covered, item.cue.end)
            }
        }
    }

    /// Times that belong to two cues.
    static var overlaps: Self {
        Self(
            "overlaps", .advice,
            affected: "Vidstack and Plyr show the earlier cue there, Shaka and Video.js v10 the later one.",
            fix: "End each cue where the next one starts."
        ) { track, occurrences in
            guard var covered = track.cuesInTime.first?.cue.end else { return }
            for item in track.cuesInTime.dropFirst() {
                if item.cue.start < covered {
                    occurrences.note(
                        line: item.line, "The cue starts at \(item.cue.start), and one before it ends at \(covered).")
                }
                covered = max(covered, item.cue.end)
            }
        }
    }

    /// Cues that end no later than they start.
    static var zeroLengths: Self {
        Self(
            "zero-lengths", .breaks,
            affected: "Vidstack and Plyr pass over the cue.",
            fix: "End each cue where the next one starts."
        ) { track, occurrences in
            // The end of a cue that was cut off is not known.
            for item in track.endsInTimes ? track.cues.dropLast() : track.cues[...]
            where item.cue.end <= item.cue.start {
                occurrences.note(
                    line: item.line, "The cue starts at \(item.cue.start) and ends at \(item.cue.end).")
            }
        }
    }

    /// Cues that start in the same whole second.
    static var sharedSeconds: Self {
        Self(
            "shared-seconds", .advice,
            affected: "videojs-vtt-thumbnails counts whole seconds and cannot distinguish such cues.",
            fix: "Leave at least a second between thumbnails."
        ) { track, occurrences in
            for (before, item) in zip(track.cuesInTime, track.cuesInTime.dropFirst()) {
                let (first, second) = (before.cue.start, item.cue.start)
                // Cues with one and the same start are the business of the rule on overlaps.
                if first != second, first.milliseconds / 1000 == second.milliseconds / 1000 {
                    occurrences.note(line: item.line, "Cues start at \(first) and at \(second).")
                }
            }
        }
    }

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

    /// Cues that start when the film is over.
    static var cuesPastTheEnd: Self {
        Self(
            "cues-past-the-end", .advice,
            affected: "No player ever shows the cue, and its sheet may be loaded for nothing.",
            fix: "Check that the track belongs to the film; remove the cue."
        ) { track, occurrences in
            guard let duration = track.duration else { return }
            for item in track.cues where item.cue.start >= duration {
                occurrences.note(line: item.line, "The cue starts at \(item.cue.start), the film ends at \(duration).")
            }
        }
    }
}
