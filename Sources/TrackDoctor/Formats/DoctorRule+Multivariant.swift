import PlayerFormats
import WebVTT

/// Rules on multivariant playlists of HLS.
extension DoctorRule where Subject == MultivariantExamination {
    /// In the order of the report.
    static var multivariant: [Self] { [noThumbnailStreams, streamAttributes, streamCodecs, imagesAlone] }

    /// Playlists that name no thumbnails.
    static var noThumbnailStreams: Self {
        Self(
            "no-thumbnail-streams", .breaks,
            affected: "No player has thumbnails to show.",
            fix: "Add the line EXT-X-IMAGE-STREAM-INF, and EXT-X-I-FRAME-STREAM-INF with CODECS=\"mjpg\" for hls.js."
        ) { playlist, occurrences in
            guard playlist.streams.isEmpty else { return }
            occurrences.note("The playlist has neither EXT-X-IMAGE-STREAM-INF nor EXT-X-I-FRAME-STREAM-INF.")
        }
    }

    /// Lines without an attribute that players need.
    static var streamAttributes: Self {
        Self(
            "stream-attributes", .breaks,
            affected:
                "Players pass over the stream, or show tiles in a wrong shape: the specification of image playlists "
                + "requires all four attributes.",
            fix: "Give BANDWIDTH, RESOLUTION (that of one tile), CODECS and URI."
        ) { playlist, occurrences in
            for stream in playlist.streams {
                // Those of I-frames of a video may leave two out.
                let needed = stream.isOfPictures ? ["BANDWIDTH", "RESOLUTION", "CODECS", "URI"] : ["BANDWIDTH", "URI"]
                for name in needed where stream.attributes.text(name)?.isEmpty != false {
                    occurrences.note(line: stream.line, "The line has no \(name).")
                }
            }
        }
    }

    /// Codecs that are named in the wrong line.
    static var streamCodecs: Self {
        Self(
            "stream-codecs", .breaks,
            affected: "hls.js and Shaka know frames that are JPEG as mjpg, and image playlists have jpeg.",
            fix: "Write CODECS=\"jpeg\" in EXT-X-IMAGE-STREAM-INF and CODECS=\"mjpg\" in EXT-X-I-FRAME-STREAM-INF."
        ) { playlist, occurrences in
            for stream in playlist.streams {
                guard let codecs = stream.attributes.text("CODECS")?.lowercased(),
                    codecs == (stream.kind == .images ? "mjpg" : "jpeg")
                else { continue }
                occurrences.note(line: stream.line, "\(stream.kind.tag) has the codec \(codecs.quoted).")
            }
        }
    }

    /// Films whose thumbnails are pictures alone.
    static var imagesAlone: Self {
        Self(
            "images-alone", .advice,
            affected: "hls.js and the players of Apple know only EXT-X-I-FRAME-STREAM-INF.",
            fix: "Add frames, as mosaic export --export hls-iframe writes them."
        ) { playlist, occurrences in
            guard playlist.hasFilms, let first = playlist.streams.first,
                playlist.streams.allSatisfy({ $0.kind == .images })
            else { return }
            occurrences.note(line: first.line, "The thumbnails of a film are in EXT-X-IMAGE-STREAM-INF alone.")
        }
    }
}
