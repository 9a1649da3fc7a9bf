#if Film
    /// Three sums of three numbers.
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

        /// The matrix that undoes this one, which has an inverse.
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
        /// P3 with the white of daylight, SMPTE EG 432-1.
        case displayP3
        /// P3 with the white of cinemas, SMPTE RP 431-2.
        case cinemaP3

        /// From light of these primaries to light of BT.709's; nil where nothing changes. The white of cinemas is adapted by
        /// Bradford's matrix.
        var toBT709: ColorMatrix? {
            switch self {
            case .bt709: nil
            // BT.2087.
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
