#if Film
    /// Red, green and blue (0...1) of a row of pixels.
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

        /// Reads a row of three planes of red, green and blue.
        func load(_ planes: [SamplePlane], _ row: Int, spans: [Float]) {
            for (index, target) in [red, green, blue].enumerated() {
                let source = planes[index].row(row)
                let factor = 1 / spans[index]
                for column in 0..<width { target[column] = Float(source[column]) * factor }
            }
        }

        /// Reads luma (0...1) and chroma (-0.5...0.5) of the same size as they are.
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

        /// Reads a row of luma and chroma of the same size: as codes of red, green and blue, or as components of a signal
        /// of cones.
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
        /// Sums of Cb and Cr of the pixels that share a sample, and how many they are.
        private var sums: [(cb: Float, cr: Float, count: Float)]

        init(_ shape: PictureShape, planes: UnsafeMutablePointer<UInt8>) {
            self.shape = shape
            self.planes = planes
            cb = planes + shape.width * shape.height
            cr = cb + shape.chromaWidth * shape.chromaHeight
            sums = Array(repeating: (0, 0, 0), count: shape.chromaWidth)
        }

        /// Writes a row; rows come in order.
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
#endif
