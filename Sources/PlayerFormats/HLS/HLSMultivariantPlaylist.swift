package import TiledJPEG
package import WebVTT

/// The thumbnail playlists of an HLS multivariant playlist.
package struct HLSMultivariantPlaylist: Hashable, Sendable {
    /// The thumbnail playlists in the order of their lines.
    package var streams: [HLSThumbnailStream]

    package init(streams: [HLSThumbnailStream]) { self.streams = streams }

    /// Serializes a multivariant playlist with the thumbnail playlists alone, as UTF-8 with LF line ends.
    package func serialized() -> [UInt8] {
        var text = HLSText()
        text.line("#EXTM3U")
        text.line("#EXT-X-VERSION:7")
        for stream in streams { text.line(stream.line) }
        return text.bytes
    }

    /// Parses the thumbnail playlists in a multivariant playlist.
    ///
    /// The result includes I-frame playlists of videos; `codecs` distinguishes them from JPEG frames.
    ///
    /// - Throws: `malformed` with the line, also if BANDWIDTH, RESOLUTION, CODECS or URI is missing; `unsupported` for
    ///   a media playlist; `limitExceeded` beyond 32 MiB or 100 000 lines.
    package init(parsing bytes: [UInt8]) throws(ThumbnailFormatError) {
        streams = []
        for line in try Self.lines(of: bytes) {
            guard case .tag(let name, let value) = line.content, let kind = HLSThumbnailStream.Kind(tag: name) else {
                continue
            }
            streams.append(try HLSThumbnailStream(kind, HLSAttributes(bytes[value], of: line)))
        }
    }

    /// The lines of a playlist, unless it is a media playlist.
    ///
    /// - Throws: `malformed` without `#EXTM3U`; `unsupported` for a media playlist; `limitExceeded`.
    static func lines(of bytes: [UInt8]) throws(ThumbnailFormatError) -> [HLSLine] {
        var reader = try HLSLineReader(playlist: bytes)
        var lines: [HLSLine] = []
        while let line = reader.next() {
            if case .tag(let name, _) = line.content, mediaTags.contains(name) {
                throw ThumbnailFormatError(
                    .unsupported, line.subject, "\(name) belongs to a media playlist, not to a multivariant playlist.")
            }
            guard lines.count < maximumLines else {
                throw ThumbnailFormatError(.limitExceeded, line.subject, "There are more than \(maximumLines) lines.")
            }
            lines.append(line)
        }
        return lines
    }

    /// Maximum number of lines; a multivariant playlist has a few lines for each variant.
    private static let maximumLines = 100_000

    /// Tags that only media playlists have.
    private static let mediaTags: Set<String> = [
        "EXTINF", "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-ENDLIST", "EXT-X-PLAYLIST-TYPE",
        "EXT-X-I-FRAMES-ONLY", "EXT-X-IMAGES-ONLY", "EXT-X-BYTERANGE", "EXT-X-MAP", "EXT-X-TILES",
    ]
}

extension HLSMultivariantPlaylist {
    /// Adds lines for thumbnail playlists to a foreign multivariant playlist.
    ///
    /// A line of the same tag and URI is replaced in place, so that a second insertion changes nothing; further lines
    /// of that tag and URI are removed. Any other new line is appended. All other bytes stay unchanged; added lines end
    /// like the first line.
    ///
    /// - Throws: `refused` for a media playlist, and for a playlist without other playlists; `malformed` with the line;
    ///   `limitExceeded`.
    package static func inserting(
        _ streams: [HLSThumbnailStream], into playlist: [UInt8]
    ) throws(ThumbnailFormatError) -> [UInt8] {
        let lines: [HLSLine]
        do {
            lines = try self.lines(of: playlist)
        } catch {
            guard error.code == .unsupported else { throw error }
            throw ThumbnailFormatError(.refused, error.subject, error.reason)
        }
        let tags = lines.compactMap { line -> String? in
            guard case .tag(let name, _) = line.content else { return nil }
            return name
        }
        guard tags.contains(where: { $0 == "EXT-X-STREAM-INF" || HLSThumbnailStream.Kind(tag: $0) != nil }) else {
            throw ThumbnailFormatError(
                .refused, "playlist", "It names no other playlist, so it is not a multivariant playlist.")
        }
        if tags.last == "EXT-X-STREAM-INF",
            lines.last(where: { $0.content == .uri || $0.content.isTag })?.content != .uri
        {
            throw ThumbnailFormatError(.malformed, "end", "The last EXT-X-STREAM-INF has no URI.")
        }
        let lineEnd = lines.first.map { endOfLine($0, in: playlist) } ?? [0x0A]
        var result: [UInt8] = []
        result.reserveCapacity(playlist.count + streams.count * 200)
        var pending = streams
        var written: [HLSThumbnailStream] = []
        // A byte order mark precedes the first line.
        result.append(contentsOf: playlist[..<(lines.first?.whole.lowerBound ?? 0)])
        for line in lines {
            guard let key = try key(of: line, in: playlist) else {
                result.append(contentsOf: playlist[line.whole])
                continue
            }
            if let place = pending.firstIndex(where: { $0.isNamed(key) }) {
                let stream = pending.remove(at: place)
                written.append(stream)
                result.append(contentsOf: stream.line.utf8)
                result.append(contentsOf: playlist[line.text.upperBound..<line.whole.upperBound])
            } else if !written.contains(where: { $0.isNamed(key) }) {
                result.append(contentsOf: playlist[line.whole])
            }
        }
        for stream in pending {
            if result.last != 0x0A { result.append(contentsOf: lineEnd) }
            result.append(contentsOf: stream.line.utf8)
            result.append(contentsOf: lineEnd)
        }
        return result
    }

    /// The tag and URI of a line for a thumbnail playlist; nil for any other line and without a URI.
    private static func key(
        of line: HLSLine, in bytes: [UInt8]
    ) throws(ThumbnailFormatError) -> (HLSThumbnailStream.Kind, String)? {
        guard case .tag(let name, let value) = line.content, let kind = HLSThumbnailStream.Kind(tag: name) else {
            return nil
        }
        return try HLSAttributes(bytes[value], of: line).text("URI").map { (kind, $0) }
    }

    private static func endOfLine(_ line: HLSLine, in bytes: [UInt8]) -> [UInt8] {
        bytes[line.whole].suffix(2).elementsEqual([0x0D, 0x0A]) ? [0x0D, 0x0A] : [0x0A]
    }
}

extension HLSLine.Content {
    fileprivate var isTag: Bool {
        if case .tag = self { true } else { false }
    }
}

extension HLSThumbnailStream {
    fileprivate func isNamed(_ key: (kind: Kind, uri: String)) -> Bool {
        kind == key.kind && HLSText.safe(uri) == key.uri
    }
}

/// A line for a thumbnail playlist in a multivariant playlist.
package struct HLSThumbnailStream: Hashable, Sendable {
    /// The kind of the thumbnail playlist.
    package enum Kind: Hashable, Sendable {
        /// Images: `HLSImagePlaylist`.
        case images
        /// Frames of an MP4 file: `HLSIFramePlaylist`.
        case iFrames

        /// The tag without its `#`.
        package var tag: String {
            switch self {
            case .images: "EXT-X-IMAGE-STREAM-INF"
            case .iFrames: "EXT-X-I-FRAME-STREAM-INF"
            }
        }

        /// The kind of a tag without its `#`; nil for any other tag.
        package init?(tag: String) {
            guard let kind = [Kind.images, .iFrames].first(where: { $0.tag == tag }) else { return nil }
            self = kind
        }
    }

    package var kind: Kind
    /// Bits per second at which the largest image loads in the duration of an image.
    package var bandwidth: Int
    /// Size of one tile in pixels.
    package var resolution: PixelSize
    /// `jpeg` for images, `mjpg` for JPEG frames; another codec for the frames of a video.
    package var codecs: String
    package var uri: String

    package init(kind: Kind, bandwidth: Int, resolution: PixelSize, codecs: String, uri: String) {
        (self.kind, self.bandwidth, self.resolution, self.codecs, self.uri) =
            (kind, bandwidth, resolution, codecs, uri)
    }

    /// The line without its line end.
    package var line: String {
        "#\(kind.tag):BANDWIDTH=\(bandwidth),RESOLUTION=\(resolution.width)x\(resolution.height),"
            + "CODECS=\"\(HLSText.safe(codecs))\",URI=\"\(HLSText.safe(uri))\""
    }

    /// Creates the stream from the attributes of a line; all four are required.
    init(_ kind: Kind, _ attributes: HLSAttributes) throws(ThumbnailFormatError) {
        self.init(
            kind: kind, bandwidth: try attributes.number("BANDWIDTH"), resolution: try attributes.size("RESOLUTION"),
            codecs: try attributes.required("CODECS"), uri: try attributes.required("URI"))
    }
}

/// Determines the length of the film from foreign HLS playlists.
package enum HLSFilmLength {
    /// The URIs of the media playlists for the film in a multivariant playlist; empty for any other file.
    package static func variants(of playlist: [UInt8]) -> [String] {
        guard HLSLineReader.isPlaylist(playlist) else { return [] }
        var reader = HLSLineReader(playlist)
        var uris: [String] = []
        var isVariant = false
        while let line = reader.next() {
            switch line.content {
            case .tag(let name, _): isVariant = isVariant || name == "EXT-X-STREAM-INF"
            case .uri:
                if isVariant { uris.append(String(decoding: playlist[line.text], as: UTF8.self)) }
                isVariant = false
            case .comment, .blank: break
            }
        }
        return uris
    }

    /// The sum of a media playlist's durations; `nil` for an unfinished, empty or malformed playlist, and for any other
    /// file.
    package static func length(ofMedia playlist: [UInt8]) -> Timestamp? {
        guard HLSLineReader.isPlaylist(playlist) else { return nil }
        var reader = HLSLineReader(playlist)
        var sum: Int64 = 0
        var isComplete = false
        while let line = reader.next() {
            guard case .tag(let name, let value) = line.content else { continue }
            if name == "EXT-X-ENDLIST" { isComplete = true }
            guard name == "EXTINF" else { continue }
            let duration = DecimalSeconds.microseconds(playlist[value].prefix { $0 != UInt8(ascii: ",") })
            guard let duration, case (let next, false) = sum.addingReportingOverflow(duration), next < .max - 500 else {
                return nil
            }
            sum = next
        }
        return isComplete && sum > 0 ? DecimalSeconds.rounded(microseconds: sum) : nil
    }
}
