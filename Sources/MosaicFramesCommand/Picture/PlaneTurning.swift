#if Film
    import Glibc

    /// Makes a plane upright, in place.
    ///
    /// - Parameter plane: `width * height` samples; it may have `width` rows of `height` samples afterwards.
    func makeUpright(
        _ plane: UnsafeMutablePointer<UInt8>, width: Int, height: Int, _ orientation: PictureOrientation
    ) {
        if orientation.isMirrored {
            for row in 0..<height {
                var samples = UnsafeMutableBufferPointer(start: plane + row * width, count: width)
                samples.reverse()
            }
        }
        turn(plane, width: width, height: height, clockwise: orientation.rotation)
    }

    /// Turns a plane clockwise, in place.
    ///
    /// - Parameter plane: `width * height` samples; after 90 and 270 degrees it has `width` rows of `height` samples.
    private func turn(_ plane: UnsafeMutablePointer<UInt8>, width: Int, height: Int, clockwise degrees: Int) {
        let count = width * height
        if degrees == 180 {
            var samples = UnsafeMutableBufferPointer(start: plane, count: count)
            samples.reverse()
            return
        }
        guard degrees == 90 || degrees == 270 else { return }
        let source = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        defer { source.deallocate() }
        memcpy(source, plane, count)
        for row in 0..<width {
            // The row becomes a column of the source, read upwards or from the other side downwards.
            var from = degrees == 90 ? (height - 1) * width + row : width - 1 - row
            let step = degrees == 90 ? -width : width
            for column in 0..<height {
                plane[row * height + column] = source[from]
                from += step
            }
        }
    }
#endif
