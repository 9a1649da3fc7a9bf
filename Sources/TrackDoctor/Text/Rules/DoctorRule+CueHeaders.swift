import WebVTT

/// Rules on the lines above a cue's payload: times as they are written, identifiers, settings.
extension DoctorRule where Subject == TrackExamination {
    /// `->` between the times.
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

    /// Times with a comma, as in SubRip files.
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

    /// Times that WebVTT does not know, although they are plain to read.
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

    /// Hours of one digit, or of three and more.
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

    /// Cues whose times cannot be read at all.
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
