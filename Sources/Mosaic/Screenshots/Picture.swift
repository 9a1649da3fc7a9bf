package import Raster
package import WebVTT

/// A screenshot's picture as its source delivers it.
package struct Picture: Sendable {
    /// The forms of a picture.
    package enum Content: Sendable {
        /// The bytes of a JPEG or PNG.
        case encoded([UInt8])
        /// Decoded already, as frames of a film are.
        case planes(PlanarPicture)
        /// Not readable, and why.
        case missing(any Error)
    }

    /// The picture itself.
    package var content: Content
    /// The identity of the content, as recorded with the tile; the ICC profile is found when it is decoded.
    package let source: Tile.Source
    /// The playback time of the frame that it shows, which may be another than the requested one; nil where no film has
    /// it.
    package let frameTime: Timestamp?

    /// Joins content and its identity.
    package init(_ content: Content, of source: Tile.Source, frameTime: Timestamp? = nil) {
        self.content = content
        self.source = source
        self.frameTime = frameTime
    }

    /// Takes the memory of an encoded picture for the next one.
    mutating func takeBytes() -> [UInt8] {
        guard case .encoded(let bytes) = content else { return [] }
        content = .missing(CancellationError())
        return bytes
    }

    /// Frees the memory of an encoded picture that is larger than most.
    mutating func trim(to limit: Int) {
        guard case .encoded(let bytes) = content, bytes.capacity > limit else { return }
        content = .missing(CancellationError())
    }

    /// An element of a session's buffer before it is filled.
    static var empty: Picture {
        Picture(
            .missing(CancellationError()),
            of: Tile.Source(name: "", bytes: nil, checksum: nil, version: nil, hasICCProfile: false))
    }
}
