public import ImageHeaders

/// One encoded image of a storyboard.
public struct Sheet: Hashable, Sendable, Encodable {
    /// `sheet-{n}.{hash}.jpg`; the hash is that of the content, so that a name never changes its meaning.
    public let name: SheetName
    /// Pixels of the whole sheet.
    public let size: PixelSize
    /// Tiles on it, empty cells not counted.
    package let tiles: Int
    /// Length in bytes.
    package let bytes: Int
    /// SHA-256 of the content.
    package let sha256: ContentHash
}
