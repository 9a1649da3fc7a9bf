import TiledJPEG
package import WebVTT

/// A media playlist of images or of the I-frames of a video.
package struct HLSMediaPlaylist: Hashable, Sendable {
    /// A resource, or a byte range of a resource.
    package struct Segment: Hashable, Sendable {
        /// The line of the URI, counted from 1.
        package let line: Int
        package let uri: String
        /// Start of the segment: the sum of all earlier durations, to the nearest millisecond.
        package let start: Timestamp
        /// Time until the next segment. Durations are rounded so that starts and durations add up without drift.
        package let duration: Timestamp
        /// Division of the resource into tiles; nil for a single picture.
        package let tiles: HLSImagePlaylist.Tiles?
        /// Byte range in the resource; nil for the whole resource.
        package let range: Range<Int>?
        package let isGap: Bool
    }

    /// The resource of an `EXT-X-MAP` and its byte range; `nil` for the whole resource.
    package struct Map: Hashable, Sendable {
        package let uri: String
        package let range: Range<Int>?
    }

    /// Whether the playlist has `EXT-X-IMAGES-ONLY`.
    package internal(set) var isImagesOnly = false
    /// Whether the playlist has `EXT-X-I-FRAMES-ONLY`.
    package internal(set) var isIFramesOnly = false
    /// Whether the playlist has `EXT-X-ENDLIST`: no segments will be added.
    package internal(set) var isComplete = false
    /// Value of `EXT-X-TARGETDURATION` in whole seconds; nil if missing or malformed.
    package internal(set) var targetDuration: Int?
    package internal(set) var map: Map?
    package internal(set) var segments: [Segment] = []

    /// End of the last segment; zero without segments.
    package var end: Timestamp {
        segments.last.map { Timestamp(milliseconds: $0.start.milliseconds + $0.duration.milliseconds) } ?? .zero
    }
}

extension HLSMediaPlaylist {
    /// Maximum size of a playlist in bytes.
    package static let maximumBytes = 32 << 20
    /// Maximum number of segments.
    package static let maximumSegments = 200_000

    /// Parses a media playlist; tags that do not concern images are ignored.
    ///
    /// - Throws: `malformed` with the line; `unsupported` for a multivariant playlist and for encrypted segments;
    ///   `limitExceeded` beyond 32 MiB or 200 000 segments.
    package init(parsing bytes: [UInt8]) throws(ThumbnailFormatError) {
        var lines = try HLSLineReader(playlist: bytes)
        var pending = PendingSegment()
        while let line = lines.next() {
            switch line.content {
            case .blank, .comment: break
            case .tag(let name, let value): try take(name, bytes[value], line, &pending)
            case .uri:
                guard segments.count < Self.maximumSegments else {
                    throw ThumbnailFormatError(
                        .limitExceeded, line.subject, "There are more than \(Self.maximumSegments) segments.")
                }
                try segments.append(pending.take(uri: String(decoding: bytes[line.text], as: UTF8.self), line))
            }
        }
        guard !pending.hasDuration else {
            throw ThumbnailFormatError(.malformed, "end", "The last EXTINF has no URI.")
        }
    }

    private mutating func take(
        _ name: String, _ value: ArraySlice<UInt8>, _ line: HLSLine, _ pending: inout PendingSegment
    ) throws(ThumbnailFormatError) {
        switch name {
        case "EXT-X-IMAGES-ONLY": isImagesOnly = true
        case "EXT-X-I-FRAMES-ONLY": isIFramesOnly = true
        case "EXT-X-ENDLIST": isComplete = true
        case "EXT-X-TARGETDURATION": targetDuration = WholeNumber.parse(value)
        case "EXTINF": try pending.takeDuration(value, line)
        case "EXT-X-GAP": pending.isGap = true
        case "EXT-X-BYTERANGE": pending.range = try HLSByteRange(value, line)
        case "EXT-X-TILES": try pending.takeTiles(HLSAttributes(value, of: line))
        case "EXT-X-MAP":
            let attributes = try HLSAttributes(value, of: line)
            let range = try attributes.text("BYTERANGE").map { text throws(ThumbnailFormatError) in
                try HLSByteRange(Array(text.utf8)[...], line)
            }
            map = try Map(uri: attributes.required("URI"), range: range?.offsets(after: 0, line))
        case "EXT-X-KEY":
            guard try HLSAttributes(value, of: line).text("METHOD") == "NONE" else {
                throw ThumbnailFormatError(.unsupported, line.subject, "The segments are encrypted.")
            }
        case "EXT-X-STREAM-INF", "EXT-X-MEDIA", HLSThumbnailStream.Kind.images.tag, HLSThumbnailStream.Kind.iFrames.tag:
            throw ThumbnailFormatError(
                .unsupported, line.subject, "\(name) belongs to a multivariant playlist, not to a media playlist.")
        default: break
        }
    }
}

/// The tags before a URI, which apply to its segment.
private struct PendingSegment {
    var isGap = false
    var range: HLSByteRange?
    private var tiles: HLSImagePlaylist.Tiles?
    private var duration: Int64?
    /// End of the previous segment, in microseconds.
    private var end: Int64 = 0
    private var previous: (uri: String, end: Int)?

    var hasDuration: Bool { duration != nil }

    mutating func takeDuration(_ value: ArraySlice<UInt8>, _ line: HLSLine) throws(ThumbnailFormatError) {
        guard let read = DecimalSeconds.microseconds(value.prefix { $0 != UInt8(ascii: ",") }) else {
            throw ThumbnailFormatError(.malformed, line.subject, "The duration of EXTINF cannot be read.")
        }
        duration = read
    }

    mutating func takeTiles(_ attributes: HLSAttributes) throws(ThumbnailFormatError) {
        let (columns, rows) = try attributes.pair("LAYOUT")
        let resolution = try attributes.size("RESOLUTION")
        try attributes.check(max(columns, rows) <= 1000, "The LAYOUT has more than 1000 columns or rows.")
        try attributes.check(
            max(resolution.width, resolution.height) <= 65_535, "The RESOLUTION is that of no picture.")
        tiles = try HLSImagePlaylist.Tiles(
            resolution: resolution, columns: columns, rows: rows,
            duration: DecimalSeconds.rounded(microseconds: attributes.microseconds("DURATION")))
    }

    mutating func take(uri: String, _ line: HLSLine) throws(ThumbnailFormatError) -> HLSMediaPlaylist.Segment {
        guard let duration else {
            throw ThumbnailFormatError(.malformed, line.subject, "A URI has no EXTINF before it.")
        }
        let (next, overflows) = end.addingReportingOverflow(duration)
        guard !overflows else {
            throw ThumbnailFormatError(.limitExceeded, line.subject, "The durations add up to too large a time.")
        }
        let start = DecimalSeconds.rounded(microseconds: end)
        let stop = DecimalSeconds.rounded(microseconds: min(next, Int64.max - 500))
        let offsets = try range?.offsets(after: previous?.uri == uri ? previous?.end : nil, line)
        let segment = HLSMediaPlaylist.Segment(
            line: line.number, uri: uri, start: start,
            duration: Timestamp(milliseconds: stop.milliseconds - start.milliseconds), tiles: tiles, range: offsets,
            isGap: isGap)
        (self.duration, range, tiles, isGap, end) = (nil, nil, nil, false, next)
        previous = offsets.map { (uri, $0.upperBound) }
        return segment
    }
}
