#if Film
    import Glibc

    /// Memory with the alignment that the scaler's vectors need.
    final class AlignedMemory {
        /// Length of the longest vector, in bytes.
        static let alignment = 64

        let start: UnsafeMutableRawPointer

        /// Nil if memory is exhausted.
        init?(bytes: Int) {
            var start: UnsafeMutableRawPointer?
            guard posix_memalign(&start, Self.alignment, max(bytes, Self.alignment)) == 0, let start else {
                return nil
            }
            self.start = start
        }

        deinit { free(start) }

        /// A number of bytes, rounded up to whole vectors.
        static func whole(_ bytes: Int) -> Int { (bytes + alignment - 1) / alignment * alignment }
    }

    /// The scaled 16-bit samples of one component.
    final class SamplePlane {
        let width: Int
        let height: Int
        /// Bytes from row to row.
        let stride: Int
        private let memory: AlignedMemory

        /// Nil if memory is exhausted.
        init?(width: Int, height: Int) {
            stride = AlignedMemory.whole(2 * width)
            guard let memory = AlignedMemory(bytes: stride * height) else { return nil }
            self.width = width
            self.height = height
            self.memory = memory
        }

        var start: UnsafeMutableRawPointer { memory.start }

        /// The `width` samples of a row, 0..<height.
        func row(_ row: Int) -> UnsafePointer<UInt16> {
            UnsafePointer((memory.start + row * stride).assumingMemoryBound(to: UInt16.self))
        }
    }

    /// Makes a plane upright, in place.
    ///
    /// - Parameter plane: `width * height` samples; it has `width` rows of `height` samples afterwards if sides are
    ///   exchanged.
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

    /// Rotates a plane clockwise, in place.
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
            // The row is a column of the source, read upwards, or downwards from the other side.
            var from = degrees == 90 ? (height - 1) * width + row : width - 1 - row
            let step = degrees == 90 ? -width : width
            for column in 0..<height {
                plane[row * height + column] = source[from]
                from += step
            }
        }
    }

    /// Unwraps the result of an allocating function. Ends the process if memory is exhausted, because no record reports
    /// a failure after the header.
    func allocated<Value>(_ value: Value?) -> Value {
        guard let value else {
            let sentence = "mosaic-frames: The memory that it may use is exhausted.\n"
            _ = sentence.withCString { write(2, $0, strlen($0)) }
            exit(1)
        }
        return value
    }
#endif
