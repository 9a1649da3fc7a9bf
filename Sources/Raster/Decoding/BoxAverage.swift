internal import TiledJPEG

/// Averages boxes of RGBA pixels into three planes of Y'CbCr, row by row as they are decoded.
///
/// Averaging takes no more memory than one row of boxes and the small planes, for a picture of any size. A box of one
/// pixel only converts.
struct BoxAverage {
    let planes: [Plane]
    private let width: Int
    private let height: Int
    private let side: Int
    private let background: (red: UInt32, green: UInt32, blue: UInt32)
    /// Sums of red, green and blue for each box of the current row.
    private var sums: [UInt32]
    private var rowsTaken = 0

    /// Draws into the first three of `buffers`.
    ///
    /// - Parameter density: Density of the incoming columns and rows on the picture's axes.
    init(
        _ size: PixelSize, side: Int, background: RGBColor, density: (Plane.Density, Plane.Density) = (.full, .full),
        buffers: inout [PlaneBuffer]
    ) {
        width = size.width
        height = size.height
        self.side = side
        self.background = (UInt32(background.red), UInt32(background.green), UInt32(background.blue))
        let boxes = Self.boxes(covering: size, side: side)
        sums = [UInt32](repeating: 0, count: 3 * boxes.width)
        let stride = Plane.stride(forWidth: boxes.width)
        var planes: [Plane] = []
        for index in 0..<3 {
            PlaneBuffer.reserve(stride * boxes.height, in: &buffers[index])
            planes.append(
                Plane(
                    size: boxes, stride: stride,
                    horizontal: Plane.Density(samples: density.0.samples, pixels: density.0.pixels * side),
                    vertical: Plane.Density(samples: density.1.samples, pixels: density.1.pixels * side),
                    buffer: buffers[index]))
        }
        self.planes = planes
    }

    /// The number of boxes that cover a picture, in each direction.
    static func boxes(covering size: PixelSize, side: Int) -> PixelSize {
        PixelSize(width: (size.width + side - 1) / side, height: (size.height + side - 1) / side)
    }

    /// Size of the sums and planes, in bytes.
    static func workingBytes(covering size: PixelSize, side: Int) -> Int {
        let boxes = boxes(covering: size, side: side)
        return 12 * boxes.width + 3 * boxes.height * Plane.stride(forWidth: boxes.width)
    }

    /// Takes the next row of the picture; rows beyond its height are ignored.
    ///
    /// - Parameter row: The picture's width times 4 bytes: red, green, blue and straight alpha.
    mutating func add(_ row: UnsafePointer<UInt8>) {
        guard rowsTaken < height else { return }
        unsafe sums.withUnsafeMutableBufferPointer { sums in
            var column = 0
            // `box` counts to the number of boxes that cover the width, and `sums` has three elements for each.
            for box in 0..<sums.count / 3 {
                var (red, green, blue) = (UInt32(0), UInt32(0), UInt32(0))
                let end = min(column &+ side, width)
                while column < end {
                    // `column` is less than the picture's width, which is the number of pixels in the row.
                    let pixel = unsafe row + 4 &* column
                    let alpha = unsafe UInt32(pixel[3])
                    unsafe red &+= Self.blend(UInt32(pixel[0]), background.red, alpha)
                    unsafe green &+= Self.blend(UInt32(pixel[1]), background.green, alpha)
                    unsafe blue &+= Self.blend(UInt32(pixel[2]), background.blue, alpha)
                    column &+= 1
                }
                unsafe sums[3 &* box] &+= red
                unsafe sums[3 &* box &+ 1] &+= green
                unsafe sums[3 &* box &+ 2] &+= blue
            }
        }
        rowsTaken += 1
        if rowsTaken % side == 0 || rowsTaken == height { finishBoxes() }
    }

    /// Fills missing rows with the background.
    mutating func fillUp() {
        guard rowsTaken < height else { return }
        let color = RGBColor(
            red: UInt8(background.red), green: UInt8(background.green), blue: UInt8(background.blue))
        let sample = YCbCrColor(color)
        if rowsTaken % side != 0 { finishBoxes() }
        let first = (rowsTaken + side - 1) / side
        for (plane, value) in zip(planes, [sample.luma, sample.blue, sample.red]) {
            for y in first..<plane.size.height {
                unsafe plane.row(y).update(repeating: value, count: plane.size.width)
            }
        }
        rowsTaken = height
    }

    /// The color of `value` with an alpha of 0...255 in front of `over`.
    @inline(__always)
    private static func blend(_ value: UInt32, _ over: UInt32, _ alpha: UInt32) -> UInt32 {
        alpha == 255 ? value : (value &* alpha &+ over &* (255 &- alpha) &+ 127) / 255
    }

    private mutating func finishBoxes() {
        let y = (rowsTaken - 1) / side
        let rows = rowsTaken - y * side
        // Row `y` of each plane has a sample for each box.
        let (luma, blue, red) = unsafe (planes[0].row(y), planes[1].row(y), planes[2].row(y))
        for box in 0..<sums.count / 3 {
            let area = UInt32(rows * min(side, width - box * side))
            let color = YCbCrColor(
                red: Int32((sums[3 * box] + area / 2) / area), green: Int32((sums[3 * box + 1] + area / 2) / area),
                blue: Int32((sums[3 * box + 2] + area / 2) / area))
            unsafe luma[box] = color.luma
            unsafe blue[box] = color.blue
            unsafe red[box] = color.red
            (sums[3 * box], sums[3 * box + 1], sums[3 * box + 2]) = (0, 0, 0)
        }
    }
}
