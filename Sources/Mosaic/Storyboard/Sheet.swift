public import TiledJPEG

/// One encoded image of a storyboard.
public struct Sheet: Hashable, Sendable, Encodable {
    /// `sheet-{n}.{hash}.jpg`, with the hash of the content, so that a name stands for one content forever.
    public let name: SheetName
    /// Pixels of the whole sheet.
    public let size: PixelSize
    /// Tiles on it, empty cells not counted.
    package let tiles: Int
    /// Length in bytes.
    package let bytes: Int
    /// SHA-256 of the content.
    package let sha256: ContentHash
    /// The signature in its URL, 64 hexadecimal digits; nil where URLs have none.
    package var signature: String?
}
