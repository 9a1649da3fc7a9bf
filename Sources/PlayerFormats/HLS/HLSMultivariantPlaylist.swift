/// An HLS playlist of playlists, as far as thumbnails are concerned.
package struct HLSMultivariantPlaylist: Hashable, Sendable {
    /// The playlists of thumbnails in the order of lines.
    package var streams: [HLSThumbnailStream]

    package init(streams: [HLSThumbnailStream]) { self.streams = streams }

    /// A playlist of thumbnails alone: UTF-8, LF.
    package func serialized() -> [UInt8] {
        var text = HLSText()
        text.line("#EXTM3U")
        text.line("#EXT-X-VERSION:7")
        for stream in streams { text.line(stream.line) }
        return text.bytes
    }

    /// Reads the playlists of thumbnails that a multivariant playlist names.
    ///
    /// I-frames of a video are among them: `codecs` tells which are pictures.
    ///
    /// - Throws: `malformed` with the line, where one of the four attributes is missing, too; `unsupported` for a media
    ///   playlist; `limitExceeded` beyond 32 MiB.
    package init(parsing bytes: [UInt8]) throws(ThumbnailFormatError) {
        streams = []
        for line in try Self.lines(of: bytes) {
            guard case .tag(let name, let value) = line.content, let kind = HLSThumbnailStream.Kind(tag: name) else {
                continue
            }
            streams.append(try HLSThumbnailStream(kind, HLSAttributes(bytes[value], of: line)))
        }
    }

    /// The lines of a playlist that can be multivariant.
    ///
    /// - Throws: `malformed` without `#EXTM3U`; `unsupported` for a media playlist; `limitExceeded`.
    static func lines(of bytes: [UInt8]) throws(ThumbnailFormatError) -> [HLSLine] {
        guard bytes.count <= HLSMediaPlaylist.maximumBytes else {
            throw ThumbnailFormatError(
                .limitExceeded, "playlist", "It has \(bytes.count) bytes, more than \(HLSMediaPlaylist.maximumBytes).")
        }
        guard HLSLineReader.isPlaylist(bytes) else {
            throw ThumbnailFormatError(.malformed, "line 1", "It is not #EXTM3U.")
        }
        var reader = HLSLineReader(bytes)
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

    /// A multivariant playlist has a few lines for each variant.
    private static let maximumLines = 100_000

    /// Tags that only media playlists have.
    private static let mediaTags: Set<String> = [
        "EXTINF", "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-ENDLIST", "EXT-X-PLAYLIST-TYPE",
        "EXT-X-I-FRAMES-ONLY", "EXT-X-IMAGES-ONLY", "EXT-X-BYTERANGE", "EXT-X-MAP", "EXT-X-TILES",
    ]
}
