import PlayerFormats
import WebVTT

/// Rules on HLS multivariant playlists.
extension DoctorRule where Subject == MultivariantExamination {
    /// All rules, in report order.
    static var multivariant: [Self] { [noThumbnailStreams, streamAttributes, streamCodecs, imagesAlone] }

    /// Playlists without thumbnail playlists.
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

    /// Lines without an attribute that players require.
    static var streamAttributes: Self {
        Self(
            "stream-attributes", .breaks,
            affected:
                "Players pass over the stream, or show tiles in a wrong shape: the specification of image playlists "
                + "requires all four attributes.",
            fix: "Give BANDWIDTH, RESOLUTION (that of one tile), CODECS and URI."
        ) { playlist, occurrences in
            for stream in playlist.streams {
                // Lines for I-frames of a video may omit RESOLUTION and CODECS.
                let needed = stream.isOfPictures ? ["BANDWIDTH", "RESOLUTION", "CODECS", "URI"] : ["BANDWIDTH", "URI"]
                for name in needed where stream.attributes.text(name)?.isEmpty != false {
                    occurrences.note(line: stream.line, "The line has no \(name).")
                }
            }
        }
    }

    /// Codecs that belong in the other kind of line.
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

    /// Films whose thumbnails are only in image playlists.
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

/// An HLS multivariant playlist with its thumbnail streams, for the rules.
struct MultivariantExamination: Sendable {
    /// A line for a thumbnail playlist, or for I-frames of a video.
    struct Stream: Sendable {
        /// Line number, from 1.
        let line: Int
        let kind: HLSThumbnailStream.Kind
        let attributes: HLSAttributes

        /// Whether the stream contains still images instead of a video's I-frames.
        var isOfPictures: Bool { kind == .images || attributes.text("CODECS") == "mjpg" }
    }

    private let bytes: [UInt8]
    private let lines: [HLSLine]
    /// Whether the playlist also has variants of the film.
    let hasFilms: Bool
    /// The parsed lines for thumbnails or I-frames; empty before ``examined(_:)``.
    private(set) var streams: [Stream] = []

    /// Maximum number of streams to examine; further ones are ignored.
    private static let limit = 1000

    /// Nil unless the playlist is a multivariant playlist.
    init?(_ bytes: [UInt8]) {
        var reader = HLSLineReader(bytes)
        var lines: [HLSLine] = []
        var names: Set<String> = []
        while let line = reader.next() {
            guard case .tag(let name, _) = line.content else { continue }
            if name == "EXTINF" || name == "EXT-X-TARGETDURATION" { return nil }
            names.insert(name)
            if HLSThumbnailStream.Kind(tag: name) != nil, lines.count < Self.limit {
                lines.append(line)
            }
        }
        hasFilms = names.contains("EXT-X-STREAM-INF")
        guard hasFilms || !lines.isEmpty || names.contains("EXT-X-MEDIA") else { return nil }
        (self.bytes, self.lines) = (bytes, lines)
    }

    /// Parses the lines for thumbnails or I-frames.
    ///
    /// - Throws: Errors of parsing attributes.
    func thumbnails() throws(ThumbnailFormatError) -> [Stream] {
        var streams: [Stream] = []
        for line in lines {
            guard case .tag(let name, let value) = line.content, let kind = HLSThumbnailStream.Kind(tag: name) else {
                continue
            }
            streams.append(
                Stream(line: line.number, kind: kind, attributes: try HLSAttributes(bytes[value], of: line)))
        }
        return streams
    }

    /// The same playlist with its parsed streams.
    func examined(_ streams: [Stream]) -> MultivariantExamination {
        var copy = self
        copy.streams = streams
        return copy
    }
}
