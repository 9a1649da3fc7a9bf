import WebVTT

/// Rules on the rectangles of tiles.
extension DoctorRule where Subject == TrackExamination {
    /// Cues that name a whole picture, without a rectangle.
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

    /// Rectangles with decimals.
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

    /// Rectangles that share their fragment with a time, or are percent-encoded.
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

    /// Rectangles without any area.
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

    /// `xywh=pixel:`, which states the default.
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

    /// `xywh=percent:`.
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
