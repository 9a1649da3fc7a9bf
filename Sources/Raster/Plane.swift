internal import CCodecs
internal import TiledJPEG

/// One component of a picture: rows of 8-bit samples.
struct Plane {
    /// Density of samples on one axis: `samples` of them cover `pixels` pixels. The first sample begins at the
    /// picture's edge.
    struct Density: Hashable {
        var samples: Int
        var pixels: Int

        static let full = Density(samples: 1, pixels: 1)

        /// Converts a position in pixels to a position in samples.
        func position(ofPixel position: Double) -> Double { position * Double(samples) / Double(pixels) }
    }

    /// Size of the visible picture, in samples.
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
        // Rows lie within the buffer, by the size of `buffer`.
        unsafe buffer.start + y * stride
    }
}

/// A picture as planes of full-range Y'CbCr as in JFIF, or of gray alone.
///
/// Planes may have different resolutions; samples are centered on their pixels, as in JPEG.
struct PlanarImage {
    /// Size of the picture that the planes show, in stored pixels.
    let size: PixelSize
    /// Y', Cb and Cr; or Y' alone, which implies neutral chroma.
    let planes: [Plane]
}

/// A block of bytes that is reused from picture to picture.
///
/// A block with other references is never written to: see `PlaneBuffer.reserve`.
@safe final class PlaneBuffer {
    private var memory: UnsafeMutableRawBufferPointer

    /// Size in bytes up to which a block is always kept for the next picture; 4 MiB.
    private static let alwaysKept = 4 << 20

    init(capacity: Int) {
        unsafe memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(capacity, 1), alignment: Int(CZimgAlignment))
    }

    deinit { unsafe memory.deallocate() }

    /// Size of the block, in bytes.
    var capacity: Int { unsafe memory.count }

    /// The first byte, aligned to `CZimgAlignment`.
    ///
    /// Valid while the buffer lives. Callers access at most `capacity` bytes and keep the buffer alive.
    var start: UnsafeMutablePointer<UInt8> {
        // The block was allocated with at least one byte, so it has an address; it contains only bytes.
        unsafe memory.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
    }

    /// Ensures that `buffer` has at least `capacity` bytes and no other references. Its content is unspecified.
    ///
    /// A much larger block is freed, so that one huge picture does not cost memory forever.
    static func reserve(_ capacity: Int, in buffer: inout PlaneBuffer) {
        let isWasteful = buffer.capacity > max(4 * capacity, alwaysKept)
        guard buffer.capacity < capacity || isWasteful || !isKnownUniquelyReferenced(&buffer) else { return }
        buffer = PlaneBuffer(capacity: 0)
        buffer = PlaneBuffer(capacity: capacity)
    }
}
