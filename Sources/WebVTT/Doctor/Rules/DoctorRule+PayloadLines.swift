extension DoctorRule where Subject == TrackExamination {
    /// Payloads of more than one line.
    static var payloadLines: Self {
        Self(
            "payload-lines", .advice,
            affected: "A player that takes the whole payload for the URL asks for a picture that does not exist.",
            fix: "Leave one line below the times, and a blank line between cues."
        ) { track, occurrences in
            for item in track.cues {
                // A line of spaces looks like the end of a cue; another rule reports it.
                let lines = item.cue.text.utf8.split(separator: UInt8(ascii: "\n")).count { line in
                    line.contains { $0 != 0x20 && $0 != 0x09 }
                }
                if lines > 1 { occurrences.note(line: item.line, "The payload has \(lines) lines.") }
            }
        }
    }
}
