public import ImageHeaders

/// An encoded picture with the part of it to show.
///
/// A tile with restart markers around it is a JPEG of its own, cut without decoding. Otherwise the picture is the whole
/// sheet, of which the host shows `crop`; all tiles of a sheet share its bytes.
public struct TilePicture: Hashable, Sendable {
    /// A JPEG, PNG, WebP or GIF file.
    public let bytes: [UInt8]
    /// What kind of file it is.
    public let format: ImageFormat
    /// The part to show, in pixels of the picture as it is displayed; nil for all of it.
    public let crop: PixelRect?
    /// The size of the shown part, in pixels.
    public let size: PixelSize
}
