#if Film
    /// Turns scaled luma and chroma into those of JFIF, without the way through red, green and blue: colours without
    /// chroma stay as they are, and chroma moves luma only a little.
    struct YCbCrConversion {
        /// Bits behind the point of a factor: the largest product of a value and a factor stays below 2^31.
        private static let shift: Int32 = 22

        private let lumaZero: Int32
        private let luma: Int32
        private let chromaOfLuma: (cb: Int32, cr: Int32)
        private let cb: (cb: Int32, cr: Int32)
        private let cr: (cb: Int32, cr: Int32)

        init(_ colors: FrameColors, depth: Int) {
            let (zero, lumaSpan) = colors.levels(depth: depth, isChroma: false)
            let chromaSpan = colors.levels(depth: depth, isChroma: true).span
            lumaZero = Int32(zero)
            luma = Self.factor(1, lumaSpan)
            let matrix = colors.matrix
            chromaOfLuma = Self.factors(matrix.luma601, chromaSpan)
            cb = Self.factors(matrix.cb601, chromaSpan)
            cr = Self.factors(matrix.cr601, chromaSpan)
        }

        /// Writes the planes: Y' of the size of `y`, Cb and Cr of the size of `chroma`.
        ///
        /// - Parameter chroma: Cb and Cr; nil for gray.
        /// - Parameter planes: Memory for all samples.
        func write(
            _ y: SamplePlane, chroma: (cb: SamplePlane, cr: SamplePlane)?, chromaSize: (width: Int, height: Int),
            to planes: UnsafeMutablePointer<UInt8>
        ) {
            let first = planes + y.width * y.height
            let second = first + chromaSize.width * chromaSize.height
            guard let chroma else {
                first.update(repeating: 128, count: 2 * chromaSize.width * chromaSize.height)
                for row in 0..<y.height { write(y.row(row), count: y.width, to: planes + row * y.width) }
                return
            }
            let movesLuma = chromaOfLuma.cb != 0 || chromaOfLuma.cr != 0
            let isHalf = chroma.cb.width < y.width || chroma.cb.height < y.height
            let addends = UnsafeMutablePointer<Int32>.allocate(capacity: 2 * chromaSize.width)
            defer { addends.deallocate() }
            for row in 0..<chromaSize.height {
                let (blue, red) = (chroma.cb.row(row), chroma.cr.row(row))
                let start = row * chromaSize.width
                write(blue, red, cb, count: chromaSize.width, to: first + start)
                write(blue, red, cr, count: chromaSize.width, to: second + start)
                if movesLuma { addTo(addends, blue, red, count: chromaSize.width, isHalf: isHalf) }
                for row in isHalf ? 2 * row..<min(2 * row + 2, y.height) : row..<row + 1 {
                    let target = planes + row * y.width
                    if movesLuma {
                        write(y.row(row), plus: addends, count: y.width, to: target)
                    } else {
                        write(y.row(row), count: y.width, to: target)
                    }
                }
            }
        }

        private func write(_ source: UnsafePointer<UInt16>, count: Int, to target: UnsafeMutablePointer<UInt8>) {
            for column in 0..<count {
                target[column] = Self.byte((Int32(source[column]) &- lumaZero) &* luma)
            }
        }

        private func write(
            _ source: UnsafePointer<UInt16>, plus addends: UnsafePointer<Int32>, count: Int,
            to target: UnsafeMutablePointer<UInt8>
        ) {
            for column in 0..<count {
                target[column] = Self.byte((Int32(source[column]) &- lumaZero) &* luma &+ addends[column])
            }
        }

        private func write(
            _ blue: UnsafePointer<UInt16>, _ red: UnsafePointer<UInt16>, _ parts: (cb: Int32, cr: Int32), count: Int,
            to target: UnsafeMutablePointer<UInt8>
        ) {
            for column in 0..<count {
                let sum =
                    (Int32(blue[column]) &- 32_768) &* parts.cb &+ (Int32(red[column]) &- 32_768) &* parts.cr
                target[column] = Self.byte(sum &+ 128 << Self.shift)
            }
        }

        /// What the chroma of a row adds to the luma of each pixel.
        private func addTo(
            _ addends: UnsafeMutablePointer<Int32>, _ blue: UnsafePointer<UInt16>, _ red: UnsafePointer<UInt16>,
            count: Int, isHalf: Bool
        ) {
            let parts = chromaOfLuma
            for column in 0..<count {
                let sum =
                    (Int32(blue[column]) &- 32_768) &* parts.cb &+ (Int32(red[column]) &- 32_768) &* parts.cr
                if isHalf {
                    addends[2 * column] = sum
                    addends[2 * column + 1] = sum
                } else {
                    addends[column] = sum
                }
            }
        }

        private static func byte(_ value: Int32) -> UInt8 {
            UInt8(truncatingIfNeeded: max(0, min(255, (value &+ 1 << (shift - 1)) >> shift)))
        }

        private static func factor(_ part: Double, _ span: Int) -> Int32 {
            Int32((part * 255 / Double(span) * Double(1 << shift)).rounded())
        }

        private static func factors(_ parts: YCbCrMatrix.Parts, _ span: Int) -> (cb: Int32, cr: Int32) {
            (factor(parts.cb, span), factor(parts.cr, span))
        }
    }
#endif
