package import TiledJPEG
package import WebVTT

/// An HLS playlist of images, according to the Image Media Playlist specification, version 0.4.
///
/// Roku and Shaka Player read this playlist; hls.js reads `HLSIFramePlaylist` instead.
package struct HLSImagePlaylist: Hashable, Sendable {
    /// The division of a resource into tiles, row by row.
    package struct Tiles: Hashable, Sendable {
        /// Size of one tile in pixels.
        package var resolution: PixelSize
        /// Tiles in a row, 1 or more.
        package var columns: Int
        /// Tiles in a column, 1 or more.
        package var rows: Int
        /// Duration for which one tile is shown.
        package var duration: Timestamp

        package init(resolution: PixelSize, columns: Int, rows: Int, duration: Timestamp) {
            (self.resolution, self.columns, self.rows, self.duration) = (resolution, columns, rows, duration)
        }
    }

    /// One image file.
    package struct Resource: Hashable, Sendable {
        package var uri: String
        /// Time until the next resource, or until the end.
        package var duration: Timestamp
        /// Division of the file into tiles; nil for a single picture, which is shown for the whole duration.
        package var tiles: Tiles?
        /// Whether the file is missing. Players show nothing and do not request the URI.
        package var isGap: Bool

        package init(uri: String, duration: Timestamp, tiles: Tiles? = nil, isGap: Bool = false) {
            (self.uri, self.duration, self.tiles, self.isGap) = (uri, duration, tiles, isGap)
        }
    }

    /// The files in the order of time; the first one starts at 0.
    package var resources: [Resource]
    /// Whether the playlist is final: no files will be added.
    package var isComplete: Bool

    package init(resources: [Resource], isComplete: Bool = true) {
        (self.resources, self.isComplete) = (resources, isComplete)
    }

    /// Serializes the playlist as UTF-8 with LF line ends and three decimals in durations.
    package func serialized() -> [UInt8] {
        var text = HLSText()
        text.mediaHeader("#EXT-X-IMAGES-ONLY", durations: resources.lazy.map(\.duration), isComplete: isComplete)
        for resource in resources {
            if resource.isGap { text.line("#EXT-X-GAP") }
            text.line("#EXTINF:\(resource.duration.decimalSeconds),")
            if let tiles = resource.tiles {
                let size = tiles.resolution
                text.line(
                    "#EXT-X-TILES:RESOLUTION=\(size.width)x\(size.height),LAYOUT=\(tiles.columns)x\(tiles.rows),"
                        + "DURATION=\(tiles.duration.decimalSeconds)")
            }
            text.line(HLSText.safe(resource.uri))
        }
        if isComplete { text.line("#EXT-X-ENDLIST") }
        return text.bytes
    }

    /// Parses a playlist of images.
    ///
    /// - Throws: `malformed` with the line, and if `EXT-X-IMAGES-ONLY` is missing; `unsupported` for a multivariant
    ///   playlist, encrypted images and byte ranges; `limitExceeded` beyond 32 MiB or 200 000 images.
    package init(parsing bytes: [UInt8]) throws(ThumbnailFormatError) {
        let playlist = try HLSMediaPlaylist(parsing: bytes)
        guard playlist.isImagesOnly else {
            throw ThumbnailFormatError(.malformed, "playlist", "It has no EXT-X-IMAGES-ONLY.")
        }
        isComplete = playlist.isComplete
        resources = try playlist.segments.map { segment throws(ThumbnailFormatError) in
            guard segment.range == nil else {
                throw ThumbnailFormatError(.unsupported, "line \(segment.line)", "The picture is a part of a file.")
            }
            return Resource(
                uri: segment.uri, duration: segment.duration, tiles: segment.tiles, isGap: segment.isGap)
        }
    }
}

/// An HLS playlist of the frames in one fragmented MP4 file. Each frame is one fragment: a moof and an mdat.
///
/// hls.js and Shaka Player support JPEG samples (`CODECS="mjpg"`).
package struct HLSIFramePlaylist: Hashable, Sendable {
    /// One fragment of the file.
    package struct Frame: Hashable, Sendable {
        /// Time until the next frame, or until the end.
        package var duration: Timestamp
        /// Offsets of the fragment in the file.
        package var range: Range<Int>

        package init(duration: Timestamp, range: Range<Int>) {
            (self.duration, self.range) = (duration, range)
        }
    }

    /// URI of the MP4 file.
    package var uri: String
    /// Offsets of ftyp and moov in the file.
    package var map: Range<Int>
    /// The fragments in the order of time; the first one starts at 0.
    package var frames: [Frame]
    /// Whether the playlist is final: no frames will be added.
    package var isComplete: Bool

    package init(uri: String, map: Range<Int>, frames: [Frame], isComplete: Bool = true) {
        (self.uri, self.map, self.frames, self.isComplete) = (uri, map, frames, isComplete)
    }

    /// Serializes the playlist as UTF-8 with LF line ends and three decimals in durations.
    package func serialized() -> [UInt8] {
        var text = HLSText()
        let name = HLSText.safe(uri)
        text.mediaHeader("#EXT-X-I-FRAMES-ONLY", durations: frames.lazy.map(\.duration), isComplete: isComplete)
        text.line("#EXT-X-MAP:URI=\"\(name)\",BYTERANGE=\"\(HLSByteRange.text(map))\"")
        for frame in frames {
            text.line("#EXTINF:\(frame.duration.decimalSeconds),")
            text.line("#EXT-X-BYTERANGE:\(HLSByteRange.text(frame.range))")
            text.line(name)
        }
        if isComplete { text.line("#EXT-X-ENDLIST") }
        return text.bytes
    }

    /// Parses a playlist of frames.
    ///
    /// - Throws: `malformed` with the line, and if `EXT-X-I-FRAMES-ONLY`, `EXT-X-MAP` or a byte range is missing;
    ///   `unsupported` for a multivariant playlist, encrypted frames and frames in several files; `limitExceeded`
    ///   beyond 32 MiB or 200 000 frames.
    package init(parsing bytes: [UInt8]) throws(ThumbnailFormatError) {
        let playlist = try HLSMediaPlaylist(parsing: bytes)
        guard playlist.isIFramesOnly else {
            throw ThumbnailFormatError(.malformed, "playlist", "It has no EXT-X-I-FRAMES-ONLY.")
        }
        guard let header = playlist.map, let map = header.range else {
            throw ThumbnailFormatError(.malformed, "playlist", "It has no EXT-X-MAP with a byte range.")
        }
        let frames = try playlist.segments.map { segment throws(ThumbnailFormatError) in
            guard segment.uri == header.uri else {
                throw ThumbnailFormatError(.unsupported, "line \(segment.line)", "The frames lie in several files.")
            }
            guard let range = segment.range else {
                throw ThumbnailFormatError(.malformed, "line \(segment.line)", "The frame has no byte range.")
            }
            return Frame(duration: segment.duration, range: range)
        }
        self.init(uri: header.uri, map: map, frames: frames, isComplete: playlist.isComplete)
    }
}
