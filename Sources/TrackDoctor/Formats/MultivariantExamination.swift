import PlayerFormats

/// A multivariant playlist of HLS as the rules see it: the streams that it names.
struct MultivariantExamination: Sendable {
    /// A line that names thumbnails, or I-frames of a video.
    struct Stream: Sendable {
        /// Counted from 1.
        let line: Int
        let kind: HLSThumbnailStream.Kind
        let attributes: HLSAttributes

        /// Whether the stream is one of pictures: I-frames of a video are not.
        var isOfPictures: Bool { kind == .images || attributes.text("CODECS") == "mjpg" }
    }

    private let bytes: [UInt8]
    private let lines: [HLSLine]
    /// Whether it names films, too, and not thumbnails alone.
    let hasFilms: Bool
    /// The lines that name thumbnails or I-frames.
    private(set) var streams: [Stream] = []

    /// The most streams of a playlist.
    private static let limit = 1000

    /// Nil for a playlist that names no others.
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

    /// The lines that name thumbnails or I-frames.
    ///
    /// - Throws: What reading attributes throws.
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

    /// The same with streams that were read.
    func examined(_ streams: [Stream]) -> MultivariantExamination {
        var copy = self
        copy.streams = streams
        return copy
    }
}
