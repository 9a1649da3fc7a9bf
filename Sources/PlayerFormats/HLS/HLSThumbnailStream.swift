package import TiledJPEG

/// The line of a multivariant playlist that names a playlist of thumbnails.
package struct HLSThumbnailStream: Hashable, Sendable {
    /// The kind of the named playlist.
    package enum Kind: Hashable, Sendable {
        /// Pictures: `HLSImagePlaylist`.
        case images
        /// Frames of an MP4: `HLSIFramePlaylist`.
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
    /// The largest rate of any picture, bits per second.
    package var bandwidth: Int
    /// The size of one tile.
    package var resolution: PixelSize
    /// `jpeg` for pictures, `mjpg` for frames.
    package var codecs: String
    package var uri: String

    package init(kind: Kind, bandwidth: Int, resolution: PixelSize, codecs: String, uri: String) {
        (self.kind, self.bandwidth, self.resolution, self.codecs, self.uri) =
            (kind, bandwidth, resolution, codecs, uri)
    }

    /// The line without its end.
    package var line: String {
        "#\(kind.tag):BANDWIDTH=\(bandwidth),RESOLUTION=\(resolution.width)x\(resolution.height),"
            + "CODECS=\"\(HLSText.safe(codecs))\",URI=\"\(HLSText.safe(uri))\""
    }

    /// Reads the attributes of a line; all four are required.
    init(_ kind: Kind, _ attributes: HLSAttributes) throws(ThumbnailFormatError) {
        self.init(
            kind: kind, bandwidth: try attributes.number("BANDWIDTH"), resolution: try attributes.size("RESOLUTION"),
            codecs: try attributes.required("CODECS"), uri: try attributes.required("URI"))
    }
}
