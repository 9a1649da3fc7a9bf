internal import ImageHeaders

/// A picture as planes of full-range Y'CbCr as in JFIF, or of gray alone.
///
/// Planes may have different resolutions; samples are centered on their pixels, as in JPEG.
struct PlanarImage {
    /// Pixels of the picture that the planes show, as stored.
    let size: PixelSize
    /// Y', Cb and Cr; or Y' alone, with neutral chroma understood.
    let planes: [Plane]
}
