#if Film
    import CFilm
    import CLibAV

    /// Which samples of a component lie behind which samples of the picture.
    struct ComponentPlacement {
        /// Frames with fewer rows have no fields worth the name.
        private static let leastRowsOfFields = 16

        let rows: SampleRows
        let geometry: PlaneScaler.Geometry

        /// Positions are those of pixels of the frame, from its left and upper edge.
        ///
        /// - Parameters:
        ///   - singleField: The field of which alone the frame consists; nil for a whole picture.
        ///   - backing: The color behind a transparent picture; nil for an opaque one.
        init(
            _ frame: UnsafePointer<AVFrame>, _ format: SampleFormat, component: Int, shape: PictureShape,
            singleField: SampleRows.Field?, backing: SampleBacking?
        ) {
            let field = singleField == nil ? Self.field(of: frame) : nil
            rows = SampleRows(frame, format, component: component, field: field, backing: backing)
            let isChroma = format.isChroma(component)
            let shiftX = isChroma ? format.chromaShiftX : 0
            let shiftY = isChroma ? format.chromaShiftY : 0
            let shape = isChroma ? shape : shape.withFullChroma
            let stepX = Double(1 << shiftX)
            var stepY = Double(1 << shiftY)
            var (left, top) = Self.chromaOffset(frame, shiftX, shiftY)
            if let field = rows.field {
                // A row of a field is two of the frame; those of the upper field lie above their middle.
                stepY *= 2
                top = top / 2 + (field == .top ? 0.25 : -0.25)
            }
            // The same of a field that is a frame of its own.
            if let singleField { top += singleField == .top ? 0.25 : -0.25 }
            // Samples behind a pixel. Halved chroma of an odd picture goes beyond its edge.
            let behindX = Double(frame.pointee.width) / stepX / Double(shape.width)
            let behindY = Double(frame.pointee.height) / stepY / Double(shape.height)
            left -= Double(shape.leadX) * behindX
            top -= Double(shape.leadY) * behindY
            let pixels: Double = shape.hasFullChroma ? 1 : 2
            geometry = PlaneScaler.Geometry(
                width: rows.width, height: rows.height, depth: rows.depth, isWide: rows.sampleBytes == 2,
                left: left, top: top, regionWidth: Double(shape.chromaWidth) * pixels * behindX,
                regionHeight: Double(shape.chromaHeight) * pixels * behindY, targetWidth: shape.chromaWidth,
                targetHeight: shape.chromaHeight)
        }

        private static func field(of frame: UnsafePointer<AVFrame>) -> SampleRows.Field? {
            guard cfilm_is_interlaced(frame) != 0, frame.pointee.height >= leastRowsOfFields else { return nil }
            return cfilm_is_top_first(frame) != 0 ? .top : .bottom
        }

        /// Offset of the picture to the right of and below the upper left corner of the first chroma sample, in chroma
        /// samples.
        private static func chromaOffset(
            _ frame: UnsafePointer<AVFrame>, _ shiftX: Int, _ shiftY: Int
        ) -> (left: Double, top: Double) {
            // A sample at the place of the first of its pixels begins half a sample less half a pixel early.
            let begin = (x: 0.5 - 0.5 / Double(1 << shiftX), y: 0.5 - 0.5 / Double(1 << shiftY))
            return switch frame.pointee.chroma_location {
            case AVCHROMA_LOC_CENTER: (0, 0)
            case AVCHROMA_LOC_TOPLEFT: (begin.x, begin.y)
            case AVCHROMA_LOC_TOP: (0, begin.y)
            case AVCHROMA_LOC_BOTTOMLEFT: (begin.x, -begin.y)
            case AVCHROMA_LOC_BOTTOM: (0, -begin.y)
            default: (begin.x, 0)
            }
        }
    }
#endif
