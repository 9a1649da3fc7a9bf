extension DoctorRule where Subject == TrackExamination {
    /// Bytes that are not UTF-8, or NUL.
    static var encoding: Self {
        Self(
            "encoding", .breaks,
            affected: "Every player reads replacement characters in their place, which makes another URL.",
            fix: "Save the file as UTF-8, and percent-encode what URLs contain beyond ASCII."
        ) { track, occurrences in
            var lines = LineReader(track.bytes)
            while let line = lines.takeLine() {
                let raw = track.bytes[line.range]
                guard raw.contains(where: { $0 >= 0x80 || $0 == 0 }) else { continue }
                if raw.contains(0) {
                    occurrences.note(line: line.number, "A NUL byte stands in the line.")
                } else if !String(decoding: raw, as: UTF8.self).utf8.elementsEqual(raw) {
                    occurrences.note(line: line.number, "The line is not UTF-8.")
                }
            }
        }
    }
}
