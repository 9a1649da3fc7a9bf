#if Film
    import Glibc

    /// Memory that the vectors of the scaler may read and write.
    final class AlignedMemory {
        /// Bytes of the longest vector.
        static let alignment = 64

        let start: UnsafeMutableRawPointer

        /// Nil where the system has no memory.
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

    /// Samples of 16 bits of one component, scaled.
    final class SamplePlane {
        let width: Int
        let height: Int
        /// Bytes from row to row.
        let stride: Int
        private let memory: AlignedMemory

        /// Nil where the system has no memory.
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
#endif
