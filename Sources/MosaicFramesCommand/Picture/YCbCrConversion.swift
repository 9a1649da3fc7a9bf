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

        /// Writes the planes of a shape.
        ///
        /// - Parameter scaled: Y', Cb and Cr of the shape's sizes; Y' alone for gray.
        /// - Parameter planes: Memory for all samples.
        func write(_ scaled: [SamplePlane], _ shape: PictureShape, to planes: UnsafeMutablePointer<UInt8>) {
            let y = scaled[0]
            let width = shape.chromaWidth
            let first = planes + shape.width * shape.height
            let second = first + width * shape.chromaHeight
            guard scaled.count == 3 else {
                first.update(repeating: 128, count: 2 * width * shape.chromaHeight)
                for row in 0..<shape.height { write(y.row(row), count: shape.width, to: planes + row * shape.width) }
                return
            }
            let movesLuma = chromaOfLuma.cb != 0 || chromaOfLuma.cr != 0
            let addends = UnsafeMutablePointer<Int32>.allocate(capacity: 2 * width)
            defer { addends.deallocate() }
            for row in 0..<shape.chromaHeight {
                let (blue, red) = (scaled[1].row(row), scaled[2].row(row))
                write(blue, red, cb, count: width, to: first + row * width)
                write(blue, red, cr, count: width, to: second + row * width)
                if movesLuma { addTo(addends, blue, red, count: width, isHalf: !shape.hasFullChroma) }
                for row in shape.rows(of: row) {
                    let target = planes + row * shape.width
                    if movesLuma {
                        write(y.row(row), plus: addends + shape.leadX, count: shape.width, to: target)
                    } else {
                        write(y.row(row), count: shape.width, to: target)
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

        /// Computes the contribution of a row's chroma to the luma of each pixel.
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
