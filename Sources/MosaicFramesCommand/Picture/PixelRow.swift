#if Film
    import Glibc

    /// Three values for each pixel of a row: red, green and blue, 0...1, or the components from which these are
    /// computed.
    final class PixelRow {
        let width: Int
        let red: UnsafeMutablePointer<Float>
        let green: UnsafeMutablePointer<Float>
        let blue: UnsafeMutablePointer<Float>

        init(width: Int) {
            self.width = width
            red = .allocate(capacity: 3 * width)
            red.initialize(repeating: 0, count: 3 * width)
            green = red + width
            blue = green + width
        }

        deinit { red.deallocate() }

        /// Loads a row of three planes of red, green and blue.
        ///
        /// - Parameter spans: The sample value of 1, for each plane.
        func load(_ planes: [SamplePlane], _ row: Int, spans: [Float]) {
            for (index, target) in [red, green, blue].enumerated() {
                let source = planes[index].row(row)
                let factor = 1 / spans[index]
                for column in 0..<width { target[column] = Float(source[column]) * factor }
            }
        }

        /// Loads luma (0...1) and chroma (-0.5...0.5) of the same size without conversion.
        private func loadComponents(_ planes: [SamplePlane], _ row: Int, colors: FrameColors, depth: Int) {
            for (index, target) in [red, green, blue].enumerated() {
                guard index < planes.count else {
                    target.update(repeating: 0, count: width)
                    continue
                }
                let (zero, span) = colors.levels(depth: depth, isChroma: index > 0)
                let source = planes[index].row(row)
                for column in 0..<width { target[column] = (Float(source[column]) - Float(zero)) / Float(span) }
            }
        }

        /// Loads a row of luma and chroma of the same size: as code values of red, green and blue, or as components
        /// that code the response of cones.
        func load(_ planes: [SamplePlane], _ row: Int, colors: FrameColors, depth: Int) {
            switch colors.coding {
            case .matrix: loadMatrix(planes, row, colors: colors, depth: depth)
            case .constantLuminance:
                loadComponents(planes, row, colors: colors, depth: depth)
                ConstantLuminance.decode(self)
            case .cones: loadComponents(planes, row, colors: colors, depth: depth)
            case .dolby(let dolby):
                loadComponents(planes, row, colors: colors, depth: depth)
                dolby.reshape(self)
            }
        }

        private func loadMatrix(_ planes: [SamplePlane], _ row: Int, colors: FrameColors, depth: Int) {
            let (zero, lumaSpan) = colors.levels(depth: depth, isChroma: false)
            let luma = (zero: Float(zero), factor: 1 / Float(lumaSpan))
            let chroma = 1 / Float(colors.levels(depth: depth, isChroma: true).span)
            let source = planes[0].row(row)
            guard planes.count == 3 else {
                for column in 0..<width {
                    let gray = (Float(source[column]) - luma.zero) * luma.factor
                    (red[column], green[column], blue[column]) = (gray, gray, gray)
                }
                return
            }
            let (cbs, crs) = (planes[1].row(row), planes[2].row(row))
            let matrix = colors.matrix
            let r = (cb: Float(matrix.red.cb) * chroma, cr: Float(matrix.red.cr) * chroma)
            let g = (cb: Float(matrix.green.cb) * chroma, cr: Float(matrix.green.cr) * chroma)
            let b = (cb: Float(matrix.blue.cb) * chroma, cr: Float(matrix.blue.cr) * chroma)
            for column in 0..<width {
                let y = (Float(source[column]) - luma.zero) * luma.factor
                let (cb, cr) = (Float(cbs[column]) - 32_768, Float(crs[column]) - 32_768)
                red[column] = y + r.cb * cb + r.cr * cr
                green[column] = y + g.cb * cb + g.cr * cr
                blue[column] = y + b.cb * cb + b.cr * cr
            }
        }
    }

    /// Writes rows of pixels as luma and chroma of JFIF.
    struct PixelRowEncoder {
        let shape: PictureShape
        /// Memory for all samples.
        let planes: UnsafeMutablePointer<UInt8>
        private let cb: UnsafeMutablePointer<UInt8>
        private let cr: UnsafeMutablePointer<UInt8>
        /// Sums of Cb and Cr of the pixels that share a sample, and the number of these pixels.
        private var sums: [(cb: Float, cr: Float, count: Float)]

        init(_ shape: PictureShape, planes: UnsafeMutablePointer<UInt8>) {
            self.shape = shape
            self.planes = planes
            cb = planes + shape.width * shape.height
            cr = cb + shape.chromaWidth * shape.chromaHeight
            sums = Array(repeating: (0, 0, 0), count: shape.chromaWidth)
        }

        /// Writes a row; rows have to come in order.
        mutating func write(_ pixels: PixelRow, row: Int) {
            let target = planes + row * shape.width
            let shift = shape.hasFullChroma ? 0 : 1
            for column in 0..<shape.width {
                let (red, green, blue) = (pixels.red[column], pixels.green[column], pixels.blue[column])
                let y = 0.299 * red + 0.587 * green + 0.114 * blue
                target[column] = Self.byte(y * 255)
                let index = (column + shape.leadX) >> shift
                sums[index].cb += (blue - y) / 1.772
                sums[index].cr += (red - y) / 1.402
                sums[index].count += 1
            }
            let chromaRow = shape.chromaRow(row)
            guard row + 1 == shape.rows(of: chromaRow).upperBound else { return }
            let start = chromaRow * shape.chromaWidth
            for index in 0..<shape.chromaWidth {
                let sum = sums[index]
                cb[start + index] = Self.byte(128 + 255 * sum.cb / sum.count)
                cr[start + index] = Self.byte(128 + 255 * sum.cr / sum.count)
                sums[index] = (0, 0, 0)
            }
        }

        private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value + 0.5, 0), 255)) }
    }

    /// Maps linear light of an HDR film to linear light of an SDR screen.
    ///
    /// Reference white is 203 cd/m2, by [BT.2408](https://www.itu.int/pub/R-REP-BT.2408), section 2.1. Light below 70 %
    /// of it stays as it is. Light above rolls off to the film's peak by a Mobius function of the brightest component.
    /// The result equals the result of these filters of ffmpeg, where PEAK is the film's peak in cd/m2 divided by 203:
    ///
    ///     zscale=t=linear:npl=203:agamma=false,format=gbrpf32le,zscale=p=bt709,
    ///     tonemap=mobius:param=0.7:desat=0:peak=PEAK,zscale=t=iec61966-2-1:m=bt709:r=full
    struct ToneCurve {
        /// Reference white in cd/m2.
        static let white: Float = 203
        /// The part of reference white up to which light stays unchanged.
        private static let knee: Float = 0.7

        /// The peak luminance of the film, as a part of reference white.
        private let peak: Float
        private let scale: Float
        private let a: Float
        private let b: Float

        /// Clamps the peak, because a peak beyond all mastering screens would make everything else dark.
        ///
        /// - Parameter peak: Peak in cd/m2; values beyond 203...4 000 are clamped.
        init(peak: Double) {
            let j = Self.knee
            let p = Float(min(max(peak, Double(Self.white)), 4_000)) / Self.white
            self.peak = p
            let rest = max(p - 1, 1e-6)
            a = -j * j * (p - 1) / (j * j - 2 * j + p)
            b = (j * j - 2 * j * p + p) / rest
            scale = (b * b + 2 * b * j + j * j) / (b - a)
        }

        /// The factor for all components of a pixel.
        ///
        /// - Parameter light: The brightest component, as a part of reference white.
        func gain(_ light: Float) -> Float {
            guard light > Self.knee else { return 1 }
            guard light < peak else { return 1 / light }
            return scale * (light + a) / ((light + b) * light)
        }

        private static let m1: Float = 2610 / 16384
        private static let m2: Float = 2523 / 4096 * 128
        private static let c1: Float = 3424 / 4096
        private static let c2: Float = 2413 / 4096 * 32
        private static let c3: Float = 2392 / 4096 * 32

        /// The luminance in cd/m2 of a code value (0...1) of SMPTE ST 2084.
        static func pqLight(_ code: Float) -> Float {
            let power = powf(max(code, 0), 1 / m2)
            return 10_000 * powf(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
        }
    }
#endif
