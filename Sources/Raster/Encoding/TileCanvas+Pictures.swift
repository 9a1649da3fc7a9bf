internal import TiledJPEG

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
                // The tile lies within the cell, and so its samples within the plane.
                unsafe samples.append(contentsOf: UnsafeBufferPointer(start: plane.row(y), count: size.width))
            }
            return samples
        }
        return try PlanarPicture(size: tileSize, planes: samples, chroma: chroma)
    }

    /// Copies a picture, which may have another chroma resolution or none, with its corner at a position.
    ///
    /// - Parameter corner: Pixels from the left and from the top; multiples of the canvas's chroma span.
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
                // The row has `size.width` samples by the check above; those of the picture are checked by the array.
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
