#if Film
    import CFilm
    import CLibAV
    import FilmProtocol

    /// Converts decoded frames into the planes of a picture. Reuses scalers and the color mapping while
    /// the format of frames stays the same.
    final class FramePainter {
        /// Size and format of the painted picture.
        struct Target {
            /// Width in pixels.
            var width: Int
            /// Height in pixels.
            var height: Int
            var hasFullChroma: Bool
            /// The color behind a transparent frame, 0xRRGGBB.
            var background: UInt32
        }

        private var format: SampleFormat?
        /// One scaler for each component.
        private var scalers: [PlaneScaler?] = [nil, nil, nil]
        private var mapping: ColorMapping?
        /// The peak luminance that the first frame with metadata states, in cd/m2; decoders report it only with some
        /// key frames.
        private var peak: Double?

        init() {}

        /// Paints a frame as Y', Cb and Cr in the full range of JFIF, rows without a gap.
        ///
        /// - Returns: Whether the planes contain the frame; false for a sample format that cannot be read, and if
        ///   memory is short.
        func paint(
            _ frame: UnsafePointer<AVFrame>, _ own: FrameShape, of facts: PictureFacts, into planes: inout [UInt8],
            _ target: Target
        ) -> Bool {
            guard frame.pointee.width > 0, frame.pointee.height > 0, target.width > 0, target.height > 0,
                let format = format(of: frame)
            else { return false }
            let colors = FrameColors(frame, format, of: facts)
            let shape = PictureShape(
                width: target.width, height: target.height, hasFullChroma: target.hasFullChroma, own.orientation)
            let needsPixels = format.isRGB || colors.needsMapping
            let mapping = needsPixels ? mapping(for: colors, frame, facts) : nil
            var backing: SampleBacking?
            if !facts.hidesAlpha, SampleBacking.isNeeded(for: frame, format) {
                backing = SampleBacking(target.color(before: mapping), format, colors)
            }
            guard
                let scaled = scale(
                    frame, format, to: needsPixels ? shape.withFullChroma : shape, own.singleField, backing)
            else { return false }
            let count = FilmRequest.pictureBytes(
                width: target.width, height: target.height, hasFullChroma: target.hasFullChroma)
            if planes.count != count { planes = [UInt8](repeating: 0, count: count) }
            planes.withUnsafeMutableBufferPointer { planes in
                guard let start = planes.baseAddress else { return }
                if needsPixels {
                    write(scaled, format, colors, mapping, shape, to: start)
                } else {
                    let conversion = YCbCrConversion(colors, depth: format.components[0].depth)
                    conversion.write(scaled, shape, to: start)
                }
                let chroma = (shape.chromaWidth, shape.chromaHeight)
                var plane = start
                for (width, height) in [(shape.width, shape.height), chroma, chroma] {
                    makeUpright(plane, width: width, height: height, own.orientation)
                    plane += width * height
                }
            }
            return true
        }

        private func format(of frame: UnsafePointer<AVFrame>) -> SampleFormat? {
            if format?.number != frame.pointee.format { format = SampleFormat(frame.pointee.format) }
            return format
        }

        /// Scales all components; nil if that is impossible.
        private func scale(
            _ frame: UnsafePointer<AVFrame>, _ format: SampleFormat, to shape: PictureShape,
            _ singleField: SampleRows.Field?, _ backing: SampleBacking?
        ) -> [SamplePlane]? {
            var scaled: [SamplePlane] = []
            for component in format.components.indices {
                let placement = ComponentPlacement(
                    frame, format, component: component, shape: shape, singleField: singleField, backing: backing)
                if scalers[component]?.geometry != placement.geometry {
                    scalers[component] = nil
                    scalers[component] = PlaneScaler(placement.geometry)
                }
                guard let scaler = scalers[component], scaler.run(placement.rows) else { return nil }
                scaled.append(scaler.target)
            }
            return scaled
        }

        /// The color mapping for a frame; nil if its colors need no mapping.
        private func mapping(
            for colors: FrameColors, _ frame: UnsafePointer<AVFrame>, _ facts: PictureFacts
        ) -> ColorMapping? {
            guard colors.needsMapping else { return nil }
            if peak == nil {
                let told = cfilm_frame_peak(frame)
                if told > 0 { peak = told }
            }
            let kind = ColorMapping.Kind(
                transfer: colors.transfer, isPower: colors.isPower, gamut: colors.gamut, signal: colors.signal,
                peak: colors.peak ?? peak ?? facts.peak ?? 1_000)
            if mapping?.kind != kind { mapping = ColorMapping(kind) }
            return mapping
        }

        private func write(
            _ scaled: [SamplePlane], _ format: SampleFormat, _ colors: FrameColors, _ mapping: ColorMapping?,
            _ shape: PictureShape, to planes: UnsafeMutablePointer<UInt8>
        ) {
            let row = PixelRow(width: shape.width)
            var encoder = PixelRowEncoder(shape, planes: planes)
            let spans = format.components.map { Float(colors.levels(depth: $0.depth, isChroma: false).span) }
            for index in 0..<shape.height {
                if format.isRGB {
                    row.load(scaled, index, spans: spans)
                } else {
                    row.load(scaled, index, colors: colors, depth: format.components[0].depth)
                }
                mapping?.map(row)
                encoder.write(row, row: index)
            }
        }
    }

    extension FramePainter.Target {
        /// The color behind a transparent frame as red, green and blue in the frame's code values, 0...1.
        fileprivate func color(before mapping: ColorMapping?) -> (red: Double, green: Double, blue: Double) {
            func part(_ shift: UInt32) -> Double {
                let part = Double(background >> shift & 255) / 255
                return mapping?.code(of: part) ?? part
            }
            return (part(16), part(8), part(0))
        }
    }

    /// Whether a picture shows nearly nothing: black, white, a fade or one color, apart from noise and a small logo.
    ///
    /// - Parameter planes: Luma first, `width * height` samples.
    func isNearlyUniform(_ planes: [UInt8], width: Int, height: Int) -> Bool {
        /// Levels of luma on each side of the most frequent range; more than the noise of a scaled picture.
        let span = 12
        /// Number of samples of a thousand that may lie outside that range: a logo.
        let others = 20
        let count = min(width * height, planes.count)
        guard count > 0 else { return false }
        var histogram = [Int](repeating: 0, count: 256)
        for sample in planes[..<count] { histogram[Int(sample)] += 1 }
        let most = count - count * others / 1_000
        // Samples in a window of levels that moves over the histogram.
        var inside = histogram[...(2 * span)].reduce(0, +)
        if inside >= most { return true }
        for level in 2 * span + 1..<256 {
            inside += histogram[level] - histogram[level - 2 * span - 1]
            if inside >= most { return true }
        }
        return false
    }
#endif
