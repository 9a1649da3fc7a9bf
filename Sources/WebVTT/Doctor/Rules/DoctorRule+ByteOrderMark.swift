extension DoctorRule where Subject == TrackExamination {
    /// A byte order mark in front of the signature.
    static var byteOrderMark: Self {
        Self(
            "byte-order-mark", .advice,
            affected: "Browsers drop the mark; a reader that compares the first six characters does not find WEBVTT.",
            fix: "Save the file as UTF-8 without a byte order mark."
        ) { track, occurrences in
            if track.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                occurrences.note(line: 1, "The file begins with a byte order mark.")
            }
        }
    }
}
