public import ImageHeaders

/// An encoded picture, and which part of it to show.
///
/// A tile of a sheet that was made for it comes as a JPEG of its own, without a decoder having run. Any other sheet
/// comes whole, and the host shows `crop` of it; all tiles of a sheet share its bytes.
public struct TilePicture: Hashable, Sendable {
    /// A JPEG, PNG, WebP or GIF file.
    public let bytes: [UInt8]
    /// What kind of file it is.
    public let format: ImageFormat
    /// The part to show, in pixels of the picture as it is displayed; nil for all of it.
    public let crop: PixelRect?
    /// The size of what is shown, in pixels.
    public let size: PixelSize
}
