public import TiledJPEG

/// One component of a scaled picture, 8 bits a sample, full range.
public struct ScaledPlane: Hashable, Sendable {
    /// Samples in a row that belong to the picture.
    public let width: Int
    /// Rows that belong to the picture.
    public let height: Int
    /// Width of one sample in samples of the densest component: 1 or 2.
    public let horizontalSpan: Int
    /// Height of one sample in samples of the densest component: 1 or 2.
    public let verticalSpan: Int
    /// Bytes from one row to the next, at least `width`.
    public let stride: Int
    /// At least `height` rows of `stride` bytes; bytes beyond `width` and `height` have no meaning.
    public let samples: [UInt8]
}

/// A picture as it leaves the scaled decoder: gray, or Y'CbCr with chroma as subsampled as the file has it.
///
/// A component with the sampling factor `h` of at most `m` is `ceil(width * h * scale / (8 * m))` samples wide, and
/// likewise high: libjpeg's `downsampled_width`. All components have the picture's scale, but at 1/8 those with half of
/// the samples in both directions are decoded at 2/8, so that 4:2:0 becomes three planes of one size.
public struct ScaledPicture: Hashable, Sendable {
    /// The size of the picture in the file, in pixels.
    public let size: PixelSize
    /// The number of samples kept of each eight of the densest component.
    public let scale: JPEGScale
    /// One plane, or three in the order Y', Cb, Cr.
    public let planes: [ScaledPlane]
}
