import WebVTT

/// Rules on payloads and the addresses of sheets in them.
extension DoctorRule where Subject == TrackExamination {
    /// Cues that name no picture.
    static var emptyPayloads: Self {
        Self(
            "empty-payloads", .breaks,
            affected: "Every player has nothing to show for the cue; media-chrome throws.",
            fix: "Put the picture's URL on the line below the times, without a blank line between."
        ) { track, occurrences in
            for item in track.cues where item.payload == nil {
                let isCut = item.line == track.cues.last?.line && track.endsInTimes
                occurrences.note(
                    line: item.line,
                    isCut
                        ? "The file ends in this line, as one that was cut off does; the cue names no picture."
                        : "The cue names no picture.")
            }
        }
    }

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

    /// `&amp;` in URLs, as if the track were HTML.
    static var escapedAmpersands: Self {
        Self(
            "escaped-ampersands", .breaks,
            affected: "Players take the payload as it stands, so that a query parameter is called \"amp;…\" and the "
                + "server may refuse it.",
            fix: "Write & in URLs."
        ) { track, occurrences in
            for repair in track.repairs(of: .escapedAmpersand) {
                occurrences.note(line: repair.line, "The URL has &amp; where & is meant.")
            }
        }
    }

    /// URLs that begin at the root of the host.
    static var rootAbsoluteURLs: Self {
        Self(
            "root-absolute-urls", .breaks,
            affected: "videojs-vtt-thumbnails puts the track's folder in front of the URL and asks for a sheet "
                + "that does not exist.",
            fix: "Name sheets relative to the track, or by whole URLs with https:// in front."
        ) { track, occurrences in
            for item in track.cues {
                guard let payload = item.payload, URLForm(payload.url) == .rootAbsolute else { continue }
                occurrences.note(line: item.line, "\(payload.url.quoted) begins at the root of the host.")
            }
        }
    }

    /// Relative URLs beside others.
    static var mixedURLs: Self {
        Self(
            "mixed-urls", .breaks,
            affected: "Plyr decides by the first cue alone whether the track's folder belongs in front of every "
                + "URL, and asks for the sheets of the others at wrong addresses.",
            fix: "Name all sheets relative to the track, or all of them by whole URLs."
        ) { track, occurrences in
            guard let first = track.cues.lazy.compactMap(\.payload).first else { return }
            let isRelative = URLForm(first.url) == .relative
            for item in track.cues {
                guard let payload = item.payload, (URLForm(payload.url) == .relative) != isRelative else { continue }
                occurrences.note(
                    line: item.line,
                    "\(payload.url.quoted) is \(isRelative ? "not " : "")relative, unlike the first cue's URL.")
            }
        }
    }

    /// Relative URLs with two slashes in a row, often in a query.
    static var doubleSlashes: Self {
        Self(
            "double-slashes", .breaks,
            affected: "videojs-vtt-thumbnails takes a URL with // anywhere in it for a whole one, and resolves it "
                + "against the page.",
            fix: "Name the sheet by its whole URL, or write the second slash as %2F where the server takes that."
        ) { track, occurrences in
            for item in track.cues {
                guard let payload = item.payload, URLForm(payload.url) == .relative, payload.url.contains("//") else {
                    continue
                }
                occurrences.note(line: item.line, "\(payload.url.quoted) is relative and has // in it.")
            }
        }
    }
}
