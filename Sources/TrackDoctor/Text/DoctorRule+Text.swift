import WebVTT

/// Rules on a track's bytes, lines and blocks.
extension DoctorRule where Subject == TrackExamination {
    /// Subtitles instead of thumbnails.
    static var subtitles: Self {
        Self(
            "subtitles", .breaks,
            affected: "No player has a picture to show: these are subtitles.",
            fix: "Name the thumbnail track instead, whose cues are URLs of sheets."
        ) { track, occurrences in
            guard track.isSubtitles, let first = track.cues.first(where: { $0.payload != nil }) else { return }
            occurrences.note(line: first.line, "The cues are text: \(first.cue.text.quoted).")
        }
    }

    /// A file without the signature WEBVTT.
    static var signature: Self {
        Self(
            "signature", .breaks,
            affected: "Browsers refuse the file, so that media-chrome and others that leave the reading to them show "
                + "nothing.",
            fix: "Begin the file with the line WEBVTT and a blank one."
        ) { track, occurrences in
            for repair in track.repairs(of: .signature) {
                occurrences.note(line: repair.line, "The file does not begin with WEBVTT.")
            }
        }
    }

    /// UTF-16; WebVTT is always UTF-8.
    static var utf16: Self {
        Self(
            "wrong-encoding", .breaks,
            affected: "media-chrome and Shaka read tracks as UTF-8 alone and find no cue.",
            fix: "Save the file as UTF-8 without a byte order mark."
        ) { track, occurrences in
            if track.isUTF16 { occurrences.note(line: 1, "The file is UTF-16.") }
        }
    }

    /// A byte order mark before the signature.
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

    /// Invalid UTF-8, or NUL.
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

    /// An even number of blank lines before a cue.
    static var blankLines: Self {
        Self(
            "blank-lines", .breaks,
            affected: "videojs-vtt-thumbnails shows no thumbnails at all.",
            fix: "Leave exactly one blank line in front of each cue."
        ) { track, occurrences in
            var blankLines = 0
            var lines = LineReader(track.bytes, takesShortArrows: true)
            while let line = lines.takeLine() {
                guard !line.range.isEmpty else {
                    blankLines += 1
                    continue
                }
                // videojs-vtt-thumbnails splits the file at every second line end, so an odd number of blank lines does
                // no harm.
                if blankLines > 0, blankLines.isMultiple(of: 2), lines.isFirstLineOfCue(line) {
                    occurrences.note(line: line.number, "\(blankLines) blank lines stand in front of the cue.")
                }
                blankLines = 0
            }
        }
    }

    /// Cues without an empty line before them, or with a line of spaces instead.
    static var unseparatedCues: Self {
        Self(
            "unseparated-cues", .breaks,
            affected: "Plyr, videojs-vtt-thumbnails and Shaka take the cue for a part of the block before it, "
                + "and show a wrong tile or none at its times.",
            fix: "Leave one empty line, without spaces, in front of each cue."
        ) { track, occurrences in
            var isSeparated = true
            var spaces: Int?
            var lines = LineReader(track.bytes, takesShortArrows: true)
            while let line = lines.takeLine() {
                if line.range.isEmpty {
                    (isSeparated, spaces) = (true, nil)
                } else if line.hasArrow {
                    if let spaces, !isSeparated {
                        occurrences.note(line: spaces, "The blank line in front of the cue has spaces in it.")
                    } else if !isSeparated {
                        occurrences.note(line: line.number, "No blank line stands in front of the cue.")
                    }
                    (isSeparated, spaces) = (false, nil)
                } else if track.bytes[line.range].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                    if !isSeparated { spaces = line.number }
                } else if line.number == 1, lines.isSignature(line) {
                    isSeparated = false
                }
            }
        }
    }
}

extension DoctorRule where Subject == WebVTTError {
    /// A file that is not a thumbnail track, such as an error page.
    static var notATrack: Self {
        Self(
            "not-a-track", .breaks,
            affected: "No player has anything to show.",
            fix: "Check the file, or the response of the address: a track begins with the line WEBVTT."
        ) { error, occurrences in
            occurrences.note(line: error.line, error.reason)
        }
    }
}
