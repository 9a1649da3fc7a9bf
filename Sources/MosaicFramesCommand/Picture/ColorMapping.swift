#if Film
    import FilmProtocol
    import Glibc

    /// Converts HDR or wide-gamut code values to the primaries of sRGB and its transfer function, or to the transfer
    /// function of BT.1886 if `Kind.isPower` is true.
    final class ColorMapping {
        /// Parameters of a mapping.
        struct Kind: Hashable {
            var transfer: FilmHeader.Transfer
            /// Whether SDR has the transfer function of BT.1886 before and after the mapping, instead of sRGB's.
            var isPower: Bool
            var gamut: ColorGamut
            /// The coding of the components; nil if the code values are red, green and blue.
            var signal: ConeSignal?
            /// The peak luminance of the film, in cd/m2.
            var peak: Double
        }

        /// Peak of the screens on which HLG films are made, in cd/m2; HLG itself is relative.
        private static let peakOfHLG: Double = 1_000
        /// The last index of each table, which suits code values of 12 bits.
        private static let last = 4_095

        let kind: Kind
        private let curve: ToneCurve
        private let signal: Signal?
        private let gamut: Matrix?
        /// Linear light by code value, as a part of white (PQ, SDR) or of the scene (HLG).
        private let decoded: [Float]
        /// Code value of sRGB, or of BT.1886, by the square root of linear light.
        private let encoded: [Float]

        private typealias Vector = SIMD3<Float>

        init(_ kind: Kind) {
            self.kind = kind
            curve = ToneCurve(peak: kind.transfer == .hlg ? Self.peakOfHLG : kind.peak)
            signal = kind.signal.map { Signal($0) }
            gamut = kind.gamut.toBT709.map { Matrix($0) }
            let parts = (0...Self.last).map { Float($0) / Float(Self.last) }
            decoded =
                switch kind.transfer {
                case .pq: parts.map { ToneCurve.pqLight($0) / ToneCurve.white }
                case .hlg: parts.map(Self.hlgScene)
                case .sdr where kind.isPower: parts.map { powf($0, 2.4) }
                case .sdr: parts.map { $0 <= 0.04045 ? $0 / 12.92 : powf(($0 + 0.055) / 1.055, 2.4) }
                }
            encoded = parts.map {
                let light = $0 * $0
                if kind.isPower { return powf(light, 1 / 2.4) }
                return light <= 0.0031308 ? 12.92 * light : 1.055 * powf(light, 1 / 2.4) - 0.055
            }
        }

        /// Maps the code values of a row in place: red, green and blue (0...1), or the components of the signal.
        func map(_ row: PixelRow) {
            for column in 0..<row.width {
                let mapped = map(Vector(row.red[column], row.green[column], row.blue[column]))
                row.red[column] = mapped.x
                row.green[column] = mapped.y
                row.blue[column] = mapped.z
            }
        }

        /// The code value of gray (equal red, green and blue) that is mapped to a code value of sRGB, 0...1.
        func code(of gray: Double) -> Double {
            var (low, high): (Float, Float) = (0, 1)
            for _ in 0..<20 {
                let middle = (low + high) / 2
                if map(Vector(repeating: middle)).y < Float(gray) { low = middle } else { high = middle }
            }
            return gray <= 0 ? 0 : Double(high)
        }

        private func map(_ codes: Vector) -> Vector {
            var light: Vector
            if let signal {
                light = signal.light * decodeSmoothly(signal.codes * (codes - signal.offset))
            } else {
                light = Vector(decode(codes.x), decode(codes.y), decode(codes.z))
            }
            if kind.transfer == .hlg {
                // The OOTF of BT.2100 for a screen of 1000 cd/m2.
                let luminance = 0.2627 * light.x + 0.6780 * light.y + 0.0593 * light.z
                light *= powf(max(luminance, 0), 0.2) * Float(Self.peakOfHLG) / ToneCurve.white
            }
            if let gamut { light = gamut * light }
            if kind.transfer != .sdr { light *= curve.gain(light.max()) }
            return Vector(encode(light.x), encode(light.y), encode(light.z))
        }

        private func decode(_ code: Float) -> Float { decoded[Self.index(code)] }
        private func encode(_ light: Float) -> Float { encoded[Self.index(max(light, 0).squareRoot())] }

        /// Interpolates between the entries of the table, because the matrix after it enlarges differences.
        private func decodeSmoothly(_ codes: Vector) -> Vector {
            func light(_ code: Float) -> Float {
                let position = min(max(code, 0), 1) * Float(Self.last)
                let index = min(Int(position), Self.last - 1)
                let part = position - Float(index)
                return decoded[index] * (1 - part) + decoded[index + 1] * part
            }
            return Vector(light(codes.x), light(codes.y), light(codes.z))
        }

        private static func index(_ part: Float) -> Int { Int(min(max(part, 0), 1) * Float(last) + 0.5) }

        /// The inverse OETF of BT.2100: light of the scene, 0...1.
        private static func hlgScene(_ code: Float) -> Float {
            let (a, b, c): (Float, Float, Float) = (0.17883277, 0.28466892, 0.55991073)
            return code <= 0.5 ? code * code / 3 : (expf((code - c) / a) + b) / 12
        }
    }

    extension ColorMapping {
        /// A matrix stored by columns, for many pixels.
        private struct Matrix {
            private let columns: (Vector, Vector, Vector)

            init(_ matrix: ColorMatrix) {
                func column(_ index: Int) -> Vector {
                    Vector(
                        Float(matrix.rows[0][index]), Float(matrix.rows[1][index]), Float(matrix.rows[2][index]))
                }
                columns = (column(0), column(1), column(2))
            }

            static func * (matrix: Matrix, vector: Vector) -> Vector {
                matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
            }
        }

        private struct Signal {
            let offset: Vector
            let codes: Matrix
            let light: Matrix

            init(_ signal: ConeSignal) {
                offset = Vector(Float(signal.offset.x), Float(signal.offset.y), Float(signal.offset.z))
                codes = Matrix(signal.codes)
                light = Matrix(signal.light)
            }
        }
    }

    /// The conversion to light of three components that code the response of the eye's cones (long, middle and short
    /// waves) instead of red, green and blue.
    struct ConeSignal: Hashable {
        /// Offset that is subtracted from the components: luma 0...1, chroma -0.5...0.5.
        var offset = ColorMatrix.Row(0, 0, 0)
        /// From components to code values of the cones' responses, with the film's transfer function.
        var codes: ColorMatrix
        /// From linear light of the cones to linear light of BT.2020's primaries.
        var light: ColorMatrix

        /// ICtCp of [BT.2100](https://www.itu.int/rec/R-REC-BT.2100), table 7.
        static func ictcp(isHLG: Bool) -> ConeSignal {
            let half: ColorMatrix.Row = [0.5, 0.5, 0]
            let unit = 4096.0
            let codes =
                isHLG
                ? ColorMatrix(half, [3625, -7465, 3840] / unit, [9500, -9212, -288] / unit)
                : ColorMatrix(half, [6610, -13613, 7003] / unit, [17933, -17390, -543] / unit)
            let cones = ColorMatrix(
                [1688, 2146, 262] / unit, [683, 2951, 462] / unit, [99, 309, 3688] / unit)
            return ConeSignal(codes: codes.inverse, light: cones.inverse)
        }

        /// From light of cones without crosstalk (Hunt-Pointer-Estevez) to light of BT.2020's primaries.
        static let plainCones = ColorMatrix(
            [3.06441879, -2.16597676, 0.10155818], [-0.65612108, 1.78554118, -0.12943749],
            [0.01736321, -0.04725154, 1.03004253])
    }

    /// Y'C'bcC'rc of [BT.2020](https://www.itu.int/rec/R-REC-BT.2020), table 4: luma is computed from light, not from
    /// code values.
    enum ConstantLuminance {
        private static let (alpha, beta): (Float, Float) = (1.09929682680944, 0.018053968510807)

        /// Converts luma (0...1) and chroma (-0.5...0.5) of a row in place to code values of red, green and blue by
        /// BT.1886. As in zimg, light of the scene counts as light of the screen.
        static func decode(_ row: PixelRow) {
            for column in 0..<row.width {
                let (luma, cb, cr) = (row.red[column], row.green[column], row.blue[column])
                let blue = luma + cb * (cb <= 0 ? 1.9404 : 1.5816)
                let red = luma + cr * (cr <= 0 ? 1.7184 : 0.9936)
                let green = (light(luma) - 0.2627 * light(red) - 0.0593 * light(blue)) / 0.6780
                row.red[column] = code(light(red))
                row.green[column] = code(green)
                row.blue[column] = code(light(blue))
            }
        }

        private static func light(_ code: Float) -> Float {
            code < 4.5 * beta ? code / 4.5 : powf((code + alpha - 1) / alpha, 1 / 0.45)
        }

        private static func code(_ light: Float) -> Float { powf(max(light, 0), 1 / 2.4) }
    }
#endif
