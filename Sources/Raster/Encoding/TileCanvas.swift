internal import TiledJPEG

/// The planes of one cell, on which a tile is drawn before it is encoded; reused for every tile.
final class TileCanvas {
    let tileSize: PixelSize
    let cellSize: PixelSize
    let chroma: ChromaSubsampling
    /// Y', Cb and Cr of the whole cell.
    let planes: [Plane]
    /// Size of all planes, in bytes.
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

    /// Number of tile pixels for each sample of a plane, on both axes.
    func span(ofPlane index: Int) -> Int { index == 0 ? 1 : chroma.span }

    /// Fills the whole cell with a color.
    func fill(_ color: YCbCrColor) {
        for (index, value) in [color.luma, color.blue, color.red].enumerated() {
            fill(plane: index, value, in: PixelRect(x: 0, y: 0, width: cellSize.width, height: cellSize.height))
        }
    }

    /// Fills the samples of one plane in a part of the cell. The part's corner lies on even pixels.
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

    /// Draws a scaled plane in stored orientation upright onto its part of the tile.
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
        // From the stored corner that is first in the upright picture, `size` steps along both axes stay within the
        // plane.
        for y in 0..<size.height {
            let target = unsafe plane.row(top + y) + left
            let source = unsafe corner + y * down
            for x in 0..<size.width { unsafe target[x] = source[x * across] }
        }
    }

    /// Repeats the tile's last column and row up to the cell's edges.
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

extension TileCanvas {
    /// Converts the colors of a part of the tile. The part's corner lies on even pixels.
    func convert(_ part: PixelRect, by conversion: ColorConversion) {
        let span = chroma.span
        let samples = chroma.chromaSize(of: part.size)
        let (left, top) = (part.x / span, part.y / span)
        precondition(part.x + part.width <= cellSize.width && part.y + part.height <= cellSize.height)
        for y in 0..<samples.height {
            // Both planes have `samples` from the corner on, because the part lies within the cell.
            let (blue, red) = unsafe (planes[1].row(top + y) + left, planes[2].row(top + y) + left)
            let rows = y * span..<min((y + 1) * span, part.height)
            for x in 0..<samples.width {
                let columns = x * span..<min((x + 1) * span, part.width)
                var (blueSum, redSum) = (0, 0)
                for row in rows {
                    let luma = unsafe planes[0].row(part.y + row) + part.x
                    for column in columns {
                        let color = unsafe conversion.converted(
                            YCbCrColor(luma: luma[column], blue: blue[x], red: red[x]))
                        unsafe luma[column] = color.luma
                        blueSum += Int(color.blue)
                        redSum += Int(color.red)
                    }
                }
                let count = rows.count * columns.count
                unsafe blue[x] = UInt8((blueSum + count / 2) / count)
                unsafe red[x] = UInt8((redSum + count / 2) / count)
            }
        }
    }
}

extension TileCanvas {
    /// A copy of the tile's pixels, without the padding of the cell.
    ///
    /// - Throws: `malformed`.
    func picture() throws(ImageError) -> PlanarPicture {
        let samples = planes.enumerated().map { index, plane in
            let size = index == 0 ? tileSize : chroma.chromaSize(of: tileSize)
            var samples: [UInt8] = []
            samples.reserveCapacity(size.pixelCount)
            for y in 0..<size.height {
                // The tile lies within the cell, so its samples lie within the plane.
                unsafe samples.append(contentsOf: UnsafeBufferPointer(start: plane.row(y), count: size.width))
            }
            return samples
        }
        return try PlanarPicture(size: tileSize, planes: samples, chroma: chroma)
    }

    /// Copies a picture to a position. The picture may have another chroma resolution, or no chroma.
    ///
    /// - Parameter corner: Pixels from the left and from the top to the picture; multiples of the canvas's chroma span.
    func draw(_ picture: PlanarPicture, at corner: PixelSize) {
        for index in planes.indices {
            let plane = planes[index]
            let (own, theirs) = (span(ofPlane: index), index == 0 ? 1 : picture.span)
            let size = index == 0 ? picture.size : chroma.chromaSize(of: picture.size)
            let (left, top) = (corner.width / own, corner.height / own)
            precondition(left + size.width <= plane.size.width && top + size.height <= plane.size.height)
            guard index < picture.planes.count else {
                fill(
                    plane: index, YCbCrColor.neutral.blue,
                    in: PixelRect(
                        x: corner.width, y: corner.height, width: picture.size.width, height: picture.size.height))
                continue
            }
            let samples = picture.planes[index]
            let stride = (picture.size.width + theirs - 1) / theirs
            for y in 0..<size.height {
                // The row has `size.width` samples by the check above; the array checks the picture's samples.
                let row = unsafe plane.row(top + y) + left
                let start = y * own / theirs * stride
                if own == theirs {
                    let row = unsafe UnsafeMutableBufferPointer(start: row, count: size.width)
                    _ = unsafe row.update(fromContentsOf: samples[start..<start + size.width])
                    continue
                }
                for x in 0..<size.width { unsafe row[x] = samples[start + x * own / theirs] }
            }
        }
    }
}
