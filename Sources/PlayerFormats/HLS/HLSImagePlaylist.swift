package import TiledJPEG
package import WebVTT

/// An HLS playlist of pictures, by the Image Media Playlist specification, version 0.4.
///
/// Roku and Shaka Player read it; hls.js reads `HLSIFramePlaylist` instead.
package struct HLSImagePlaylist: Hashable, Sendable {
    /// How a resource is divided into tiles, row by row.
    package struct Tiles: Hashable, Sendable {
        /// The size of one tile.
        package var resolution: PixelSize
        /// 1 or more.
        package var columns: Int
        /// 1 or more.
        package var rows: Int
        /// The display time of one tile.
        package var duration: Timestamp

        package init(resolution: PixelSize, columns: Int, rows: Int, duration: Timestamp) {
            (self.resolution, self.columns, self.rows, self.duration) = (resolution, columns, rows, duration)
        }
    }

    /// One picture file.
    package struct Resource: Hashable, Sendable {
        package var uri: String
        /// The time to the next resource, or to the end.
        package var duration: Timestamp
        /// How the file is divided; nil for one picture, which is shown all the time.
        package var tiles: Tiles?
        /// Whether the file is missing: nothing is shown, and the URI is not requested.
        package var isGap: Bool

        package init(uri: String, duration: Timestamp, tiles: Tiles? = nil, isGap: Bool = false) {
            (self.uri, self.duration, self.tiles, self.isGap) = (uri, duration, tiles, isGap)
        }
    }

    /// The files in the order of time; the first starts at 0.
    package var resources: [Resource]
    /// Whether nothing is added later.
    package var isComplete: Bool

    package init(resources: [Resource], isComplete: Bool = true) {
        (self.resources, self.isComplete) = (resources, isComplete)
    }

    /// The playlist's text: UTF-8, LF, durations with three decimals.
    package func serialized() -> [UInt8] {
        var text = HLSText()
        text.mediaHeader("#EXT-X-IMAGES-ONLY", durations: resources.lazy.map(\.duration), isComplete: isComplete)
        for resource in resources {
            if resource.isGap { text.line("#EXT-X-GAP") }
            text.line("#EXTINF:\(DecimalSeconds.text(resource.duration)),")
            if let tiles = resource.tiles {
                let size = tiles.resolution
                text.line(
                    "#EXT-X-TILES:RESOLUTION=\(size.width)x\(size.height),LAYOUT=\(tiles.columns)x\(tiles.rows),"
                        + "DURATION=\(DecimalSeconds.text(tiles.duration))")
            }
            text.line(HLSText.safe(resource.uri))
        }
        if isComplete { text.line("#EXT-X-ENDLIST") }
        return text.bytes
    }

    /// Reads a playlist of pictures.
    ///
    /// - Throws: `malformed` with the line, and where `EXT-X-IMAGES-ONLY` is missing; `unsupported` for a multivariant
    ///   playlist, encrypted pictures and parts of files; `limitExceeded` beyond 32 MiB or 200 000 pictures.
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

/// An HLS playlist of the frames in one fragmented MP4: a moof and an mdat for each picture.
///
/// hls.js and Shaka Player show JPEG samples (`CODECS="mjpg"`).
package struct HLSIFramePlaylist: Hashable, Sendable {
    /// One fragment of the file.
    package struct Frame: Hashable, Sendable {
        /// The time to the next frame, or to the end.
        package var duration: Timestamp
        /// The fragment's offsets in the file.
        package var range: Range<Int>

        package init(duration: Timestamp, range: Range<Int>) {
            (self.duration, self.range) = (duration, range)
        }
    }

    /// The MP4 file.
    package var uri: String
    /// Offsets of the file's ftyp and moov.
    package var map: Range<Int>
    /// The fragments in the order of time; the first starts at 0.
    package var frames: [Frame]
    /// Whether nothing is added later.
    package var isComplete: Bool

    package init(uri: String, map: Range<Int>, frames: [Frame], isComplete: Bool = true) {
        (self.uri, self.map, self.frames, self.isComplete) = (uri, map, frames, isComplete)
    }

    /// The playlist's text: UTF-8, LF, durations with three decimals.
    package func serialized() -> [UInt8] {
        var text = HLSText()
        let name = HLSText.safe(uri)
        text.mediaHeader("#EXT-X-I-FRAMES-ONLY", durations: frames.lazy.map(\.duration), isComplete: isComplete)
        text.line("#EXT-X-MAP:URI=\"\(name)\",BYTERANGE=\"\(HLSByteRange.text(map))\"")
        for frame in frames {
            text.line("#EXTINF:\(DecimalSeconds.text(frame.duration)),")
            text.line("#EXT-X-BYTERANGE:\(HLSByteRange.text(frame.range))")
            text.line(name)
        }
        if isComplete { text.line("#EXT-X-ENDLIST") }
        return text.bytes
    }

    /// Reads a playlist of frames.
    ///
    /// - Throws: `malformed` with the line, and where `EXT-X-I-FRAMES-ONLY`, `EXT-X-MAP`, a byte range or every frame is
    ///   missing; `unsupported` for a multivariant playlist, encrypted frames and frames in several files;
    ///   `limitExceeded` beyond 32 MiB or 200 000 frames.
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
