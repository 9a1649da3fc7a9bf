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
