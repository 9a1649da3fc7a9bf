#if Film
    import CLibAV

    /// The color behind a transparent frame. Samples are composited before they are scaled, so that hidden colors do
    /// not bleed.
    struct SampleBacking {
        /// The color in the frame's own coding, 0..<2^depth for each component.
        let codes: [UInt32]

        /// - Parameter color: Red, green and blue, 0...1.
        init(_ color: (red: Double, green: Double, blue: Double), _ format: SampleFormat, _ colors: FrameColors) {
            func code(_ part: Double, _ component: Int, isChroma: Bool) -> UInt32 {
                let depth = format.components[component].depth
                let (zero, span) = colors.levels(depth: depth, isChroma: isChroma)
                let code = (Double(zero) + part * Double(span)) / Double(1 << (16 - depth))
                return UInt32(min(max(code.rounded(), 0), Double(1 << depth - 1)))
            }
            if format.isRGB {
                let parts = [color.red, color.green, color.blue].enumerated()
                codes = parts.map { UInt32(($1 * Double(1 << format.components[$0].depth - 1)).rounded()) }
                return
            }
            let (y, cb, cr) = colors.matrix.encoded(color)
            codes = format.components.indices.map { code([y, cb, cr][$0], $0, isChroma: $0 > 0) }
        }

        /// Whether the samples of a frame may be transparent. An alpha of 0 in the whole palette, as in some films, has
        /// no meaning.
        static func isNeeded(for frame: UnsafePointer<AVFrame>, _ format: SampleFormat) -> Bool {
            guard format.alpha != nil else { return false }
            guard format.isPaletted else { return true }
            guard let palette = frame.pointee.data.1 else { return false }
            let colors = UnsafeRawPointer(palette)
            let alphas = (0..<256).map { colors.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) >> 24 }
            return alphas.contains { $0 > 0 } && alphas.contains { $0 < 255 }
        }

        /// Composites a row of samples over the color.
        ///
        /// - Parameters:
        ///   - rows: The component that the samples belong to.
        ///   - row: The row of the component.
        ///   - samples: The samples of the row, in the sample size of `rows`.
        func show(through rows: SampleRows, row: Int, _ samples: UnsafeMutableRawPointer) {
            guard let alpha = rows.format.alpha else { return }
            let isChroma = rows.format.isChroma(rows.component)
            let (shiftX, shiftY) = isChroma ? (rows.format.chromaShiftX, rows.format.chromaShiftY) : (0, 0)
            let frame = rows.frame
            let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
            // Alpha has a sample for each pixel; the alpha of a chroma sample is the mean of its pixels' alpha.
            var sums = [UInt32](repeating: 0, count: rows.width)
            var counts = [UInt32](repeating: 0, count: rows.width)
            var line = [UInt16](repeating: 0, count: width)
            for step in 0..<1 << shiftY {
                let pixelRow = rows.frameRow(row << shiftY + step)
                guard pixelRow < height else { continue }
                line.withUnsafeMutableBufferPointer { line in
                    if let start = line.baseAddress { rows.copyAlpha(pixelRow, to: start) }
                }
                for column in 0..<width {
                    sums[column >> shiftX] += UInt32(line[column])
                    counts[column >> shiftX] += 1
                }
            }
            let most = UInt64(1) << UInt64(alpha.depth) - 1
            let code = UInt64(codes[rows.component])
            for column in 0..<rows.width where counts[column] > 0 {
                let whole = most * UInt64(counts[column])
                let part = min(UInt64(sums[column]), whole)
                func shown(_ sample: UInt64) -> UInt64 { (sample * part + code * (whole - part) + whole / 2) / whole }
                if rows.sampleBytes == 1 {
                    let sample = samples.assumingMemoryBound(to: UInt8.self) + column
                    sample.pointee = UInt8(truncatingIfNeeded: shown(UInt64(sample.pointee)))
                } else {
                    let sample = samples.assumingMemoryBound(to: UInt16.self) + column
                    sample.pointee = UInt16(truncatingIfNeeded: shown(UInt64(sample.pointee)))
                }
            }
        }
    }

    extension YCbCrMatrix {
        /// Luma (0...1), Cb and Cr (-0.5...0.5) of a color.
        func encoded(_ color: (red: Double, green: Double, blue: Double)) -> (y: Double, cb: Double, cr: Double) {
            // The differences of red and green, and of blue and green, depend on chroma alone.
            let (a, b) = (red.cb - green.cb, red.cr - green.cr)
            let (c, d) = (blue.cb - green.cb, blue.cr - green.cr)
            let (p, q) = (color.red - color.green, color.blue - color.green)
            let cb = (p * d - q * b) / (a * d - b * c)
            let cr = (a * q - c * p) / (a * d - b * c)
            return (color.green - green.cb * cb - green.cr * cr, cb, cr)
        }
    }
#endif
