internal import TiledJPEG

extension TileCanvas {
    /// Converts the colors of a part of the tile, whose corner lies on even pixels.
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
