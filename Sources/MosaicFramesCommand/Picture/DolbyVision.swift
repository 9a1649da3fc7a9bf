#if Film
    import CFilm
    import CLibAV

    /// The decoding of Dolby Vision samples that have no other meaning, as in profile 5: curves for the components, a
    /// matrix, PQ, and a second matrix.
    struct DolbyVision {
        let isFullRange: Bool
        /// The peak luminance, in cd/m2; nil if unknown.
        let peak: Double?
        let signal: ConeSignal
        /// One curve for each component; empty if the components stay as they are.
        private let curves: [Curve]

        /// The decoding without metadata: IPT with a crosstalk of 2 %.
        static let plain = DolbyVision()

        private init() {
            isFullRange = true
            peak = nil
            let (own, other) = (0.96, 0.02)
            let crosstalk = ColorMatrix([own, other, other], [other, own, other], [other, other, own])
            signal = ConeSignal(
                codes: ColorMatrix(
                    [1, 799 / 8192, 1681 / 8192], [1, -933 / 8192, 1091 / 8192], [1, 267 / 8192, -5545 / 8192]),
                light: ConeSignal.plainCones * crosstalk.inverse)
            curves = []
        }

        /// Reads the metadata of a frame (RPU); nil without metadata.
        init?(_ frame: UnsafePointer<AVFrame>) {
            var numbers = [Double](repeating: 0, count: Int(CFilmDolbyNumbers))
            guard cfilm_frame_dolby(frame, &numbers) != 0 else { return nil }
            var rest = numbers[...]
            func take(_ count: Int) -> [Double] {
                defer { rest = rest.dropFirst(count) }
                return Array(rest.prefix(count))
            }
            func matrix() -> ColorMatrix {
                let m = take(9)
                return ColorMatrix([m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]])
            }
            isFullRange = take(1)[0] != 0
            let code = take(1)[0]
            peak = code > 0 ? Double(ToneCurve.pqLight(Float(code))) : nil
            let codes = matrix()
            let offset = take(3)
            let light = matrix()
            signal = ConeSignal(
                offset: [offset[0], offset[1] - 0.5, offset[2] - 0.5], codes: codes,
                light: ConeSignal.plainCones * light)
            let curves = (0..<3).map { _ in Curve(take(Int(CFilmDolbyCurve))) }
            self.curves = curves.allSatisfy(\.pieces.isEmpty) ? [] : curves
        }

        /// Applies the curves to a row of luma (0...1) and chroma (-0.5...0.5).
        func reshape(_ row: PixelRow) {
            guard !curves.isEmpty else { return }
            for column in 0..<row.width {
                let inputs = ColorMatrix.Row(
                    Double(row.red[column]), Double(row.green[column]) + 0.5, Double(row.blue[column]) + 0.5)
                row.red[column] = Float(curves[0].value(of: 0, in: inputs))
                row.green[column] = Float(curves[1].value(of: 1, in: inputs) - 0.5)
                row.blue[column] = Float(curves[2].value(of: 2, in: inputs) - 0.5)
            }
        }

        /// A curve in pieces. Each piece is a polynomial of the component, or of products of all components.
        private struct Curve {
            struct Piece {
                let start: Double
                let isMixed: Bool
                let order: Int
                let constant: Double
                /// Seven factors for each power.
                let factors: [Double]
            }

            let pieces: [Piece]
            private let end: Double

            init(_ numbers: [Double]) {
                end = numbers[1]
                pieces = (0..<Int(numbers[0])).map { index in
                    let start = 2 + index * Int(CFilmDolbyPiece)
                    let piece = Array(numbers[start..<start + Int(CFilmDolbyPiece)])
                    return Piece(
                        start: piece[0], isMixed: piece[1] != 0, order: Int(piece[2]), constant: piece[3],
                        factors: Array(piece.dropFirst(4)))
                }
            }

            func value(of component: Int, in inputs: ColorMatrix.Row) -> Double {
                guard let first = pieces.first else { return inputs[component] }
                let input = min(max(inputs[component], first.start), end)
                let piece = pieces.last { $0.start <= input } ?? first
                var terms = [input]
                if piece.isMixed {
                    let (x, y, z) = (inputs.x, inputs.y, inputs.z)
                    terms = [x, y, z, x * y, x * z, y * z, x * y * z]
                }
                var value = piece.constant
                for (index, term) in terms.enumerated() {
                    var power = term
                    for order in 0..<piece.order {
                        value += piece.factors[7 * order + index] * power
                        power *= term
                    }
                }
                return min(max(value, 0), 1)
            }
        }
    }
#endif
