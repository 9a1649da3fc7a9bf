import WebVTT

/// Rules on the rectangles of tiles.
extension DoctorRule where Subject == TrackExamination {
    /// Cues with a whole image, without a rectangle.
    static var missingFragments: Self {
        Self(
            "missing-fragments", .breaks,
            affected: "media-chrome throws.",
            fix: "Add #xywh=0,0,width,height, also where the picture is the tile."
        ) { track, occurrences in
            for item in track.cues {
                guard let payload = item.payload, payload.fragment == nil, payload.malformedFragment == nil else {
                    continue
                }
                occurrences.note(line: item.line, "\(payload.url.quoted) has no #xywh= fragment.")
            }
        }
    }

    /// Fragments that resemble a rectangle but are malformed.
    static var malformedFragments: Self {
        Self(
            "malformed-fragments", .breaks,
            affected: "Players show the whole sheet, a wrong part of it or nothing; media-chrome throws where "
                + "#xywh= is missing or spelled otherwise.",
            fix: "Write #xywh=x,y,width,height with four whole numbers and no sign."
        ) { track, occurrences in
            for item in track.cues {
                guard !item.hasFractionalFragment, let fragment = item.payload?.malformedFragment else { continue }
                occurrences.note(line: item.line, "\(fragment.quoted) is not a rectangle of four whole numbers.")
            }
        }
    }

    /// Rectangles with decimal fractions.
    static var decimalFragments: Self {
        Self(
            "decimal-fragments", .breaks,
            affected: "videojs-vtt-thumbnails takes the digits behind a point for a number of their own and shows "
                + "a wrong part of the sheet; Shaka cuts them off.",
            fix: "Write #xywh=x,y,width,height with four whole numbers."
        ) { track, occurrences in
            let lines =
                track.repairs(of: .decimalFragment).map(\.line)
                + track.cues.compactMap { $0.hasFractionalFragment ? $0.line : nil }
            for line in lines.sorted() { occurrences.note(line: line, "The rectangle's numbers have decimals.") }
        }
    }

    /// `#x,y,w,h` without `xywh=`.
    static var bareFragments: Self {
        Self(
            "bare-fragments", .breaks,
            affected: "Players look for xywh=: they show the whole sheet or nothing; media-chrome throws.",
            fix: "Write xywh= in front of the four numbers."
        ) { track, occurrences in
            for repair in track.repairs(of: .bareFragment) {
                occurrences.note(line: repair.line, "The rectangle follows # without xywh=.")
            }
        }
    }

    /// Rectangles that are percent-encoded, or combined with another part in one fragment, such as a time.
    static var combinedFragments: Self {
        Self(
            "combined-fragments", .breaks,
            affected: "Shaka, Plyr, Vidstack and videojs-vtt-thumbnails show the whole sheet where #xywh= does "
                + "not begin the fragment, and media-chrome throws; where more follows the rectangle, Plyr and "
                + "Vidstack lose its height.",
            fix: "Write the rectangle alone: #xywh=x,y,width,height."
        ) { track, occurrences in
            for item in track.cues {
                guard let payload = item.payload, payload.fragment != nil,
                    let fragment = item.cue.text.split(separator: "#").last?.split(separator: "\n").first,
                    fragment.contains("&") || fragment.contains("%")
                else { continue }
                occurrences.note(line: item.line, "\(fragment.quoted) is more than the plain rectangle.")
            }
        }
    }

    /// Rectangles without an area.
    static var emptyFragments: Self {
        Self(
            "empty-fragments", .breaks,
            affected: "Every player shows an empty box.",
            fix: "Write the tile's width and height as the last two numbers."
        ) { track, occurrences in
            for item in track.cues {
                guard let fragment = item.payload?.fragment, fragment.width == 0 || fragment.height == 0 else {
                    continue
                }
                occurrences.note(line: item.line, "#\(fragment) has no area.")
            }
        }
    }

    /// `xywh=pixel:`, which states the default unit.
    static var pixelUnits: Self {
        Self(
            "pixel-units", .breaks,
            affected: "Shaka, media-chrome, Plyr, Vidstack and Video.js v10 do not read the unit and show no tile or a "
                + "wrong one.",
            fix: "Leave pixel: out."
        ) { track, occurrences in
            for item in track.cues {
                guard item.payload?.fragment?.unit == .pixel, item.cue.text.contains("xywh=pixel:") else { continue }
                occurrences.note(line: item.line, "The fragment names its unit, pixel.")
            }
        }
    }

    /// `xywh=percent:`, a unit that players do not read.
    static var percentUnits: Self {
        Self(
            "percent-units", .breaks,
            affected: "Shaka, media-chrome, Plyr, Vidstack and Video.js v10 do not read the unit and show no tile or a "
                + "wrong one.",
            fix: "Write the rectangle in pixels of the sheet."
        ) { track, occurrences in
            for item in track.cues {
                guard let fragment = item.payload?.fragment, fragment.unit == .percent else { continue }
                occurrences.note(line: item.line, "#\(fragment) counts hundredths of the sheet.")
            }
        }
    }
}

/// Rules on payloads and sheet URLs.
extension DoctorRule where Subject == TrackExamination {
    /// Cues without an image.
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
                // A line of spaces looks like the end of a cue; the rule `unseparated-cues` reports it.
                let lines = item.cue.text.utf8.split(separator: UInt8(ascii: "\n")).count { line in
                    line.contains { $0 != 0x20 && $0 != 0x09 }
                }
                if lines > 1 { occurrences.note(line: item.line, "The payload has \(lines) lines.") }
            }
        }
    }

    /// `&amp;` in URLs; WebVTT payloads of thumbnails are not HTML.
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

    /// Relative URLs in the same track as other URLs.
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

    /// Relative URLs with two consecutive slashes, often in a query.
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
