internal import CCodecs
internal import TiledJPEG

/// One component of a picture: rows of 8-bit samples.
struct Plane {
    /// How densely samples lie on one axis: `samples` of them cover `pixels` pixels, the first one beginning where the
    /// picture begins.
    struct Density: Hashable {
        var samples: Int
        var pixels: Int

        static let full = Density(samples: 1, pixels: 1)

        /// Where a pixel position lies, in samples.
        func position(ofPixel position: Double) -> Double { position * Double(samples) / Double(pixels) }
    }

    /// Samples that show the picture.
    let size: PixelSize
    /// Bytes from one row to the next; a multiple of `CZimgAlignment`.
    let stride: Int
    let horizontal: Density
    let vertical: Density
    /// At least `size.height` rows of `stride` bytes.
    let buffer: PlaneBuffer

    /// Bytes from one row of `width` samples to the next.
    static func stride(forWidth width: Int) -> Int {
        let unit = Int(CZimgAlignment)
        return (width + unit - 1) / unit * unit
    }

    /// The address of row `y`, 0..<`size.height`.
    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        // Rows lie within the buffer by the promise at `buffer`.
        unsafe buffer.start + y * stride
    }
}

/// A picture as planes of full-range Y'CbCr as in JFIF, or of gray alone.
///
/// Planes may have different resolutions; samples are centered on their pixels, as in JPEG.
struct PlanarImage {
    /// Pixels of the picture that the planes show, as stored.
    let size: PixelSize
    /// Y', Cb and Cr; or Y' alone, with neutral chroma understood.
    let planes: [Plane]
}
