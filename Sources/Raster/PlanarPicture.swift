package import TiledJPEG

/// A decoded picture, such as a frame of a film: planes of full-range Y'CbCr as in JFIF, or of gray alone.
package struct PlanarPicture: Sendable {
    /// Size of the upright picture, in pixels.
    package let size: PixelSize
    /// Y', Cb and Cr, or Y' alone: rows of samples without a gap. A chroma sample covers one or two pixels on both
    /// axes.
    package let planes: [[UInt8]]
    package let chroma: ChromaSubsampling
    /// Pixels that a chroma sample spans on each axis.
    var span: Int { chroma.span }
    /// One sentence on damage that the decoder reported; `nil` without damage.
    package var damage: String?
    /// Framing of the picture; nil for the settings' framing.
    package var framing: Framing?

    /// Creates a picture from its planes.
    ///
    /// - Throws: `malformed` if the numbers of planes and samples do not fit the size.
    package init(size: PixelSize, planes: [[UInt8]], chroma: ChromaSubsampling) throws(ImageError) {
        let samples = [size] + repeatElement(chroma.chromaSize(of: size), count: 2)
        guard size.width > 0, size.height > 0, planes.count == 1 || planes.count == 3,
            zip(planes, samples).allSatisfy({ $0.count == $1.pixelCount })
        else {
            throw ImageError(
                .malformed, "planes", "\(planes.map(\.count)) samples do not make a picture of \(size) pixels.")
        }
        self.size = size
        self.planes = planes
        self.chroma = chroma
    }

    /// Creates a picture from the consecutive samples of three planes.
    ///
    /// - Throws: `malformed` if the number of samples does not fit the size.
    package init(size: PixelSize, samples: [UInt8], chroma: ChromaSubsampling) throws(ImageError) {
        let (luma, part) = (size.pixelCount, chroma.chromaSize(of: size).pixelCount)
        guard samples.count == luma + 2 * part else {
            throw ImageError(.malformed, "planes", "\(samples.count) samples do not make a picture of \(size) pixels.")
        }
        let planes = [0..<luma, luma..<luma + part, luma + part..<luma + 2 * part].map { Array(samples[$0]) }
        try self.init(size: size, planes: planes, chroma: chroma)
    }

    /// Size of all samples, in bytes.
    package var bytes: Int { planes.reduce(0) { $0 + $1.count } }
}

extension PlanarImage {
    /// Copies samples into buffers with the alignment that scaling needs.
    init(_ picture: PlanarPicture, in buffers: inout [PlaneBuffer]) {
        size = picture.size
        let full = Plane.Density.full
        let part = Plane.Density(samples: 1, pixels: picture.span)
        planes = picture.planes.enumerated().map { index, samples in
            let density = index == 0 ? full : part
            let width = index == 0 ? picture.size.width : (picture.size.width + picture.span - 1) / picture.span
            return Plane(samples, width: width, density, in: &buffers[index])
        }
    }
}

extension Plane {
    fileprivate init(_ samples: [UInt8], width: Int, _ density: Density, in buffer: inout PlaneBuffer) {
        size = PixelSize(width: width, height: samples.count / width)
        stride = Plane.stride(forWidth: width)
        horizontal = density
        vertical = density
        PlaneBuffer.reserve(stride * size.height, in: &buffer)
        self.buffer = buffer
        for y in 0..<size.height {
            // A row has `width` samples, and at least as many bytes of the buffer, `stride`.
            let row = unsafe UnsafeMutableBufferPointer(start: row(y), count: width)
            _ = unsafe row.update(fromContentsOf: samples[y * width..<(y + 1) * width])
        }
    }
}
