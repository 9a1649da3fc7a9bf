extension DoctorRule where Subject == TrackExamination {
    /// Line ends other than LF.
    static var lineEnds: Self {
        Self(
            "line-ends", .breaks,
            affected: "videojs-vtt-thumbnails shows no thumbnails at all.",
            fix: "End every line in LF alone."
        ) { track, occurrences in
            var number = 1
            for (offset, byte) in track.bytes.enumerated() {
                if byte == UInt8(ascii: "\r") {
                    let isPair = offset + 1 < track.bytes.count && track.bytes[offset + 1] == UInt8(ascii: "\n")
                    occurrences.note(line: number, "The line ends in \(isPair ? "CRLF" : "CR").")
                    if !isPair { number += 1 }
                } else if byte == UInt8(ascii: "\n") {
                    number += 1
                }
            }
        }
    }
}
