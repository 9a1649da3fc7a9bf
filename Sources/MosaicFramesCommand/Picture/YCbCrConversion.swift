#if Film
    /// Converts scaled luma and chroma to luma and chroma of JFIF, without a detour through red, green and blue. Gray
    /// stays as it is, and chroma changes luma only a little.
    struct YCbCrConversion {
        /// Number of fractional bits of a factor: the largest product of a value and a factor stays below 2^31.
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

        /// Writes the three planes of a picture, one after the other.
        ///
        /// - Parameter scaled: Y', Cb and Cr of the sizes in `shape`; Y' alone for gray.
        /// - Parameter planes: Memory for all samples of the picture.
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

    /// Conversion to red, green and blue: each is luma plus these parts of Cb and Cr (-0.5...0.5).
    struct YCbCrMatrix: Hashable {
        struct Parts: Hashable {
            var cb: Double
            var cr: Double
        }

        var red: Parts
        var green: Parts
        var blue: Parts

        /// Derives the matrix from the parts of red and blue in luma; the remaining part is green.
        init(red: Double, blue: Double) {
            let green = 1 - red - blue
            self.red = Parts(cb: 0, cr: 2 - 2 * red)
            self.green = Parts(cb: -2 * blue * (1 - blue) / green, cr: -2 * red * (1 - red) / green)
            self.blue = Parts(cb: 2 - 2 * blue, cr: 0)
        }

        private init(red: Parts, green: Parts, blue: Parts) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        static let bt601 = YCbCrMatrix(red: 0.299, blue: 0.114)
        static let bt709 = YCbCrMatrix(red: 0.2126, blue: 0.0722)
        static let bt2020 = YCbCrMatrix(red: 0.2627, blue: 0.0593)
        /// The matrix of P3 with the white point D65, derived from its primaries.
        static let displayP3 = YCbCrMatrix(red: 0.2290, blue: 0.0793)
        /// Cg is in the place of Cb, and Co in the place of Cr.
        static let yCgCo = YCbCrMatrix(
            red: Parts(cb: -1, cr: 1), green: Parts(cb: 1, cr: 0), blue: Parts(cb: -1, cr: -1))

        /// The parts of Cb and Cr in BT.601's luma of the same color, in addition to the luma of this matrix.
        var luma601: Parts {
            Parts(
                cb: 0.299 * red.cb + 0.587 * green.cb + 0.114 * blue.cb,
                cr: 0.299 * red.cr + 0.587 * green.cr + 0.114 * blue.cr)
        }

        /// The parts of Cb and Cr in BT.601's Cb.
        var cb601: Parts { Parts(cb: (blue.cb - luma601.cb) / 1.772, cr: (blue.cr - luma601.cr) / 1.772) }
        /// The parts of Cb and Cr in BT.601's Cr.
        var cr601: Parts { Parts(cb: (red.cb - luma601.cb) / 1.402, cr: (red.cr - luma601.cr) / 1.402) }
    }

    /// A matrix of three rows and three columns.
    struct ColorMatrix: Hashable {
        typealias Row = SIMD3<Double>

        let rows: [Row]

        init(_ first: Row, _ second: Row, _ third: Row) { rows = [first, second, third] }

        private func column(_ index: Int) -> Row { Row(rows[0][index], rows[1][index], rows[2][index]) }

        static func * (matrix: ColorMatrix, vector: Row) -> Row {
            Row(
                (matrix.rows[0] * vector).sum(), (matrix.rows[1] * vector).sum(), (matrix.rows[2] * vector).sum())
        }

        static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
            let columns = (0..<3).map { left * right.column($0) }
            func row(_ index: Int) -> Row { Row(columns[0][index], columns[1][index], columns[2][index]) }
            return ColorMatrix(row(0), row(1), row(2))
        }

        /// The inverse of this matrix, which must be invertible.
        var inverse: ColorMatrix {
            func cross(_ a: Row, _ b: Row) -> Row {
                Row(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
            }
            let (x, y, z) = (column(0), column(1), column(2))
            let determinant = (x * cross(y, z)).sum()
            return ColorMatrix(cross(y, z) / determinant, cross(z, x) / determinant, cross(x, y) / determinant)
        }
    }

    extension SIMD3<Double> {
        fileprivate func sum() -> Double { x + y + z }
    }

    /// The primaries of red, green and blue.
    enum ColorGamut: Hashable {
        case bt709
        case bt2020
        /// P3 with the white point D65, SMPTE EG 432-1.
        case displayP3
        /// P3 with the DCI white point, SMPTE RP 431-2.
        case cinemaP3

        /// From linear light of these primaries to linear light of BT.709's primaries; nil for BT.709. The DCI white
        /// point is adapted to D65 by Bradford's matrix.
        var toBT709: ColorMatrix? {
            switch self {
            case .bt709: nil
            // The matrix of BT.2087.
            case .bt2020:
                ColorMatrix([1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187])
            case .displayP3:
                ColorMatrix([1.2249, -0.2249, 0], [-0.0421, 1.0421, 0], [-0.0196, -0.0786, 1.0983])
            case .cinemaP3:
                ColorMatrix([1.1575, -0.1550, -0.0026], [-0.0415, 1.0456, -0.0041], [-0.0181, -0.0786, 1.0966])
            }
        }
    }
#endif
