internal import TiledJPEG

/// The planes of one cell, on which a tile is drawn before it is encoded; kept from tile to tile.
final class TileCanvas {
    let tileSize: PixelSize
    let cellSize: PixelSize
    let chroma: ChromaSubsampling
    /// Y', Cb and Cr of the whole cell.
    let planes: [Plane]
    /// Bytes of all planes.
    var bytes: Int { planes.reduce(0) { $0 + $1.buffer.capacity } }

    init(tileSize: PixelSize, cellSize: PixelSize, chroma: ChromaSubsampling) {
        self.tileSize = tileSize
        self.cellSize = cellSize
        self.chroma = chroma
        planes = (0..<3).map { index in
            let size = index == 0 ? cellSize : chroma.chromaSize(of: cellSize)
            let stride = Plane.stride(forWidth: size.width)
            return Plane(
                size: size, stride: stride, horizontal: .full, vertical: .full,
                buffer: PlaneBuffer(capacity: stride * size.height))
        }
    }

    /// Pixels of the tile for each sample of a plane, on both axes.
    func span(ofPlane index: Int) -> Int { index == 0 ? 1 : chroma.span }

    /// Paints the whole cell.
    func fill(_ color: YCbCrColor) {
        for (index, value) in [color.luma, color.blue, color.red].enumerated() {
            fill(plane: index, value, in: PixelRect(x: 0, y: 0, width: cellSize.width, height: cellSize.height))
        }
    }

    /// Paints the samples of one plane that cover a part of the cell, whose corner lies on even pixels.
    func fill(plane index: Int, _ value: UInt8, in part: PixelRect) {
        let plane = planes[index]
        let span = span(ofPlane: index)
        let (left, top) = (part.x / span, part.y / span)
        let size = index == 0 ? part.size : chroma.chromaSize(of: part.size)
        precondition(left + size.width <= plane.size.width && top + size.height <= plane.size.height)
        for y in 0..<size.height {
            unsafe (plane.row(top + y) + left).update(repeating: value, count: size.width)
        }
    }

    /// Paints a scaled plane, as stored, upright onto the part of the tile that it fills.
    func draw(_ stored: Plane, plane index: Int, at placement: StoredPlacement) {
        let plane = planes[index]
        let span = span(ofPlane: index)
        let (left, top) = (placement.target.x / span, placement.target.y / span)
        let orientation = placement.orientation
        let size = orientation.uprightSize(of: stored.size)
        precondition(left + size.width <= plane.size.width && top + size.height <= plane.size.height)
        if orientation == .topLeft {
            // Both rows have `size.width` samples by the check above.
            for y in 0..<size.height {
                unsafe (plane.row(top + y) + left).update(from: stored.row(y), count: size.width)
            }
            return
        }
        let column = orientation.reversesColumns ? -1 : 1
        let row = orientation.reversesRows ? -stored.stride : stored.stride
        let corner =
            unsafe stored.row(orientation.reversesRows ? stored.size.height - 1 : 0)
            + (orientation.reversesColumns ? stored.size.width - 1 : 0)
        let (across, down) = orientation.swapsSides ? (row, column) : (column, row)
        // From the corner that is upright's first, `size` steps along both axes stay within the stored plane.
        for y in 0..<size.height {
            let target = unsafe plane.row(top + y) + left
            let source = unsafe corner + y * down
            for x in 0..<size.width { unsafe target[x] = source[x * across] }
        }
    }

    /// Repeats the tile's last column and row to the end of the cell.
    func replicateEdges() {
        for (index, plane) in planes.enumerated() {
            let shown = index == 0 ? tileSize : chroma.chromaSize(of: tileSize)
            // `shown` is at least one sample and at most the plane's size on both axes.
            for y in 0..<shown.height where shown.width < plane.size.width {
                let row = unsafe plane.row(y)
                unsafe (row + shown.width).update(
                    repeating: row[shown.width - 1], count: plane.size.width - shown.width)
            }
            for y in shown.height..<max(plane.size.height, shown.height) {
                unsafe plane.row(y).update(from: plane.row(shown.height - 1), count: plane.size.width)
            }
        }
    }

    /// The cell's pixels row by row, 3 bytes each: red, green, blue.
    func rgb() -> [UInt8] {
        precondition(chroma == .yuv444)
        let count = 3 * cellSize.pixelCount
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
            var at = 0
            for y in 0..<cellSize.height {
                // All three planes have the cell's size, and `at` ends at `count`.
                let (luma, blue, red) = unsafe (planes[0].row(y), planes[1].row(y), planes[2].row(y))
                for x in 0..<cellSize.width {
                    let color = unsafe YCbCrColor(luma: luma[x], blue: blue[x], red: red[x]).rgb
                    unsafe bytes[at] = color.red
                    unsafe bytes[at &+ 1] = color.green
                    unsafe bytes[at &+ 2] = color.blue
                    at &+= 3
                }
            }
            written = count
        }
    }
}
