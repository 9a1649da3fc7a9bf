import WebVTT

/// Rules on a cue's identifier, times and settings.
extension DoctorRule where Subject == TrackExamination {
    /// `->` instead of `-->` between the times.
    static var arrows: Self {
        Self(
            "arrows", .breaks,
            affected: "Shaka refuses the whole track; media-chrome, Plyr and videojs-vtt-thumbnails lose the cue.",
            fix: "Write \" --> \" between the times."
        ) { track, occurrences in
            for repair in track.repairs(of: .arrow) {
                occurrences.note(line: repair.line, "The arrow between the times is written -> instead of -->.")
            }
        }
    }

    /// Times with a decimal comma, as in SubRip files.
    static var decimalCommas: Self {
        Self(
            "decimal-commas", .breaks,
            affected: "media-chrome and every player that leaves the reading to the browser lose the cue.",
            fix: "Write times as hh:mm:ss.mmm, with a point."
        ) { track, occurrences in
            for repair in track.repairs(of: .decimalComma) {
                occurrences.note(line: repair.line, "A time has a comma where the point belongs.")
            }
        }
    }

    /// Times that are unambiguous, but invalid in WebVTT.
    static var timeSpelling: Self {
        Self(
            "time-spelling", .breaks,
            affected: "media-chrome and every player that leaves the reading to the browser lose the cue.",
            fix: "Write times as hh:mm:ss.mmm: two digits each, and three behind the point."
        ) { track, occurrences in
            for repair in track.repairs(of: .timeSpelling) {
                occurrences.note(line: repair.line, "A time is not spelled hh:mm:ss.mmm.")
            }
        }
    }

    /// Hours with one digit, or with three or more.
    static var hourDigits: Self {
        Self(
            "hour-digits", .breaks,
            affected: "Plyr and videojs-vtt-thumbnails know hours of two digits alone: they lose the cue, or Plyr "
                + "reads another time.",
            fix: "Write times as hh:mm:ss.mmm; an open end as 99:59:59.999."
        ) { track, occurrences in
            var lines = LineReader(track.bytes)
            while let line = lines.takeLine() {
                guard line.hasArrow, let digits = lines.hourDigits(line), digits != 2 else { continue }
                occurrences.note(
                    line: line.number, "A time has hours of \(digits) \(digits == 1 ? "digit" : "digits").")
            }
        }
    }

    /// Cues with unreadable times.
    static var unreadableTimes: Self {
        Self(
            "unreadable-times", .breaks,
            affected: "Every player loses the cue.",
            fix: "Write both times as hh:mm:ss.mmm, with \" --> \" between them."
        ) { track, occurrences in
            for repair in track.repairs(of: .unreadableTimes) {
                occurrences.note(line: repair.line, "The times of the cue cannot be read.")
            }
        }
    }

    /// Cue identifiers.
    static var identifiers: Self {
        Self(
            "identifiers", .breaks,
            affected: "videojs-vtt-thumbnails shows no thumbnails at all.",
            fix: "Remove the line in front of the times."
        ) { track, occurrences in
            for item in track.cues where !item.cue.id.isEmpty {
                occurrences.note(line: item.line, "The cue has the identifier \(item.cue.id.quoted).")
            }
        }
    }

    /// Cue settings and other text after the times.
    static var settings: Self {
        Self(
            "settings", .breaks,
            affected: "videojs-vtt-thumbnails shows no thumbnails at all.",
            fix: "End the timing line with the end time."
        ) { track, occurrences in
            for item in track.cues where !item.cue.settings.isEmpty {
                occurrences.note(line: item.line, "The times are followed by \(item.cue.settings.quoted).")
            }
        }
    }

    /// A track without any cue.
    static var noCues: Self {
        Self(
            "no-cues", .breaks,
            affected: "No player has anything to show.",
            fix: "Write a cue for each thumbnail: times, line end, URL."
        ) { track, occurrences in
            if track.cues.isEmpty { occurrences.note("The track has no cues.") }
        }
    }
}

/// Rules on the start and end of cues.
extension DoctorRule where Subject == TrackExamination {
    /// Cues that start before the previous cue.
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

    /// Times between two cues without a tile.
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

    /// Times with two overlapping cues.
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

    /// Cues that do not end after their start.
    static var zeroLengths: Self {
        Self(
            "zero-lengths", .breaks,
            affected: "Vidstack and Plyr pass over the cue.",
            fix: "End each cue where the next one starts."
        ) { track, occurrences in
            // The end of a truncated cue is unknown.
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
                // The rule `overlaps` reports cues with equal starts.
                if first != second, first.milliseconds / 1000 == second.milliseconds / 1000 {
                    occurrences.note(line: item.line, "Cues start at \(first) and at \(second).")
                }
            }
        }
    }

    /// A last cue that ends before the film.
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

    /// Cues that start at or after the film's end.
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
