import PlayerFormats
import TiledJPEG
import WebVTT

/// A playlist of images or frames, for the rules.
struct PlaylistExamination: Sendable {
    let playlist: HLSMediaPlaylist
    /// Length of the film; nil if unknown.
    let duration: Timestamp?
}

/// Rules on playlists of images and of frames.
extension DoctorRule where Subject == PlaylistExamination {
    /// All rules, in report order.
    static var playlists: [Self] {
        [
            noPictures, frameRanges, mixedLayouts, zeroDurations, irregularTiles, missingPictures, targetDuration,
            openEnd, playlistEnd,
        ]
    }

    /// Playlists without segments, or with neither of the tags for images and for frames.
    static var noPictures: Self {
        Self(
            "no-pictures", .breaks,
            affected: "No player has thumbnails to show: pictures without EXT-X-IMAGES-ONLY are taken for a film.",
            fix: "Name a playlist with EXT-X-IMAGES-ONLY or EXT-X-I-FRAMES-ONLY and its segments."
        ) { examined, occurrences in
            if examined.playlist.segments.isEmpty {
                occurrences.note("The playlist has no segments.")
            } else if !examined.playlist.isImagesOnly, !examined.playlist.isIFramesOnly {
                occurrences.note("The playlist says neither EXT-X-IMAGES-ONLY nor EXT-X-I-FRAMES-ONLY.")
            }
        }
    }

    /// Playlists of frames without EXT-X-MAP, or with frames that have no byte range.
    static var frameRanges: Self {
        Self(
            "frame-ranges", .breaks,
            affected: "hls.js and Shaka cannot read JPEG frames without the file's beginning and their own bytes.",
            fix: "Give EXT-X-MAP, and EXT-X-BYTERANGE with every frame."
        ) { examined, occurrences in
            guard examined.playlist.isIFramesOnly else { return }
            if examined.playlist.map == nil { occurrences.note("The playlist has no EXT-X-MAP.") }
            for segment in examined.playlist.segments where segment.range == nil {
                occurrences.note(line: segment.line, "The frame at \(segment.start) has no EXT-X-BYTERANGE.")
            }
        }
    }

    /// Sheets with different layouts.
    static var mixedLayouts: Self {
        Self(
            "mixed-layouts", .breaks,
            affected: "Shaka takes the layout from the first segment, and shows parts of tiles on the others.",
            fix: "Put EXT-X-TILES before every sheet, with one layout; fill the last one up, or give every picture a "
                + "file of its own."
        ) { examined, occurrences in
            let segments = examined.playlist.segments.filter { !$0.isGap }
            guard let first = segments.first else { return }
            for segment in segments.dropFirst() where segment.tiles?.layout != first.tiles?.layout {
                let (found, expected) = (segment.tiles?.layout ?? "whole", first.tiles?.layout ?? "whole")
                occurrences.note(line: segment.line, "The picture is \(found), the first one \(expected).")
            }
        }
    }

    /// Segments without a duration.
    static var zeroDurations: Self {
        Self(
            "zero-durations", .breaks,
            affected: "Players that search by time never show the picture.",
            fix: "Let EXTINF be the time to the next picture."
        ) { examined, occurrences in
            for segment in examined.playlist.segments where segment.duration == .zero {
                occurrences.note(line: segment.line, "The picture at \(segment.start) lasts 0 s.")
            }
        }
    }

    /// Sheets whose tiles together last longer or shorter than the sheet.
    static var irregularTiles: Self {
        Self(
            "irregular-tiles", .advice,
            affected:
                "EXT-X-TILES knows one duration for all tiles of a sheet: players hold its last tile, or leave the "
                + "last ones out.",
            fix: "Keep to one cadence, or give every picture its own file."
        ) { examined, occurrences in
            // The last sheet may end early, with the film.
            for segment in examined.playlist.segments.dropLast() {
                guard let tiles = segment.tiles else { continue }
                let count = Int64(tiles.columns * tiles.rows)
                let (sum, overflows) = tiles.duration.milliseconds.multipliedReportingOverflow(by: count)
                // Allows half a millisecond of rounding for each tile.
                guard overflows || abs(sum - segment.duration.milliseconds) > max(1, count / 2) else { continue }
                occurrences.note(
                    line: segment.line,
                    "\(count) tiles of \(tiles.duration) stand for \(segment.duration) of the film.")
            }
        }
    }

    /// Images that the playlist marks as missing.
    static var missingPictures: Self {
        Self(
            "missing-pictures", .advice,
            affected: "Players show nothing there.",
            fix: "Let the picture before last longer instead of EXT-X-GAP."
        ) { examined, occurrences in
            for segment in examined.playlist.segments where segment.isGap {
                occurrences.note(line: segment.line, "There is not a picture at \(segment.start).")
            }
        }
    }

    /// A target duration that is missing, or shorter than a segment.
    static var targetDuration: Self {
        Self(
            "target-duration", .advice,
            affected: "Players that hold to RFC 8216, 4.3.3.1, refuse the playlist.",
            fix: "Let EXT-X-TARGETDURATION be the longest EXTINF, rounded to whole seconds."
        ) { examined, occurrences in
            let longest = examined.playlist.segments.map(\.duration.milliseconds).max() ?? 0
            guard let target = examined.playlist.targetDuration else {
                occurrences.note("The playlist has no EXT-X-TARGETDURATION.")
                return
            }
            guard target < (longest + 500) / 1000 else { return }
            occurrences.note(
                "EXT-X-TARGETDURATION is \(target), and one EXTINF is \(Timestamp(milliseconds: longest)).")
        }
    }

    /// A playlist without an end, which may grow.
    static var openEnd: Self {
        Self(
            "open-end", .advice,
            affected: "Players take the playlist for live: they load it again and again, and begin at its end.",
            fix: "End the playlist of a finished film with EXT-X-ENDLIST."
        ) { examined, occurrences in
            guard !examined.playlist.isComplete, !examined.playlist.segments.isEmpty else { return }
            occurrences.note("The playlist has no EXT-X-ENDLIST.")
        }
    }

    /// A last segment that ends before the film.
    static var playlistEnd: Self {
        Self(
            "playlist-end", .breaks,
            affected: "Shaka shows nothing past the last segment.",
            fix: "Let the last EXTINF reach to the film's end."
        ) { examined, occurrences in
            guard let duration = examined.duration, examined.playlist.end < duration else { return }
            occurrences.note(
                line: examined.playlist.segments.last?.line,
                "The last picture ends at \(examined.playlist.end), the film at \(duration).")
        }
    }
}

extension HLSImagePlaylist.Tiles {
    fileprivate var layout: String { "\(columns)x\(rows) tiles of \(resolution.width)x\(resolution.height)" }
}
