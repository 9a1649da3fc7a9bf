#if Film
    import CFilm
    import CLibAV
    import CLibZimg

    /// Scales the samples of one component to 16 bits. Keeps their coding, with values shifted up to the highest bits.
    final class PlaneScaler {
        /// The source samples, the region to scale, and the size of the target.
        struct Geometry: Hashable {
            /// Number of samples in a row, and number of rows.
            var width: Int
            var height: Int
            /// Bits of a sample, and whether a sample has two bytes.
            var depth: Int
            var isWide: Bool
            /// The region to scale, in samples. It may have fractions, and reach a little outside.
            var left: Double
            var top: Double
            var regionWidth: Double
            var regionHeight: Double
            var targetWidth: Int
            var targetHeight: Int
        }

        /// `ZIMG_API_VERSION` of the header that this file is written for: 2.4.
        private static let version: UInt32 = 2 << 8 | 4

        let geometry: Geometry
        let target: SamplePlane
        private let graph: OpaquePointer
        private let scratch: AlignedMemory
        /// Rows that are copied before they are scaled; created when the first frame needs it.
        private var window: (memory: AlignedMemory, mask: UInt32)?

        /// Nil if zimg refuses the geometry, or memory is exhausted.
        init?(_ geometry: Geometry) {
            var source = Self.format(geometry.width, geometry.height, geometry.isWide, geometry.depth)
            source.active_region.left = geometry.left
            source.active_region.top = geometry.top
            source.active_region.width = geometry.regionWidth
            source.active_region.height = geometry.regionHeight
            var result = Self.format(geometry.targetWidth, geometry.targetHeight, true, 16)
            var parameters = zimg_graph_builder_params()
            zimg_graph_builder_params_default(&parameters, Self.version)
            // A triangle filter whose half-width is the distance between target samples, so that each source sample
            // contributes.
            parameters.resample_filter = ZIMG_RESIZE_BILINEAR
            parameters.dither_type = ZIMG_DITHER_NONE
            parameters.cpu_type = ZIMG_CPU_AUTO_64B
            var bytes = 0
            guard let graph = zimg_filter_graph_build(&source, &result, &parameters) else { return nil }
            guard zimg_filter_graph_get_tmp_size(graph, &bytes) == ZIMG_ERROR_SUCCESS,
                let scratch = AlignedMemory(bytes: bytes),
                let target = SamplePlane(width: geometry.targetWidth, height: geometry.targetHeight)
            else {
                zimg_filter_graph_free(graph)
                return nil
            }
            self.geometry = geometry
            self.graph = graph
            self.scratch = scratch
            self.target = target
        }

        deinit { zimg_filter_graph_free(graph) }

        /// Scales rows of this geometry into ``target``; false if that fails.
        func run(_ rows: SampleRows) -> Bool {
            if let (start, stride) = rows.inPlace {
                return run(start, stride, UInt32.max, prepare: nil, nil)
            }
            let stride = AlignedMemory.whole(geometry.width * (geometry.isWide ? 2 : 1))
            if window == nil { window = makeWindow(stride) }
            guard let (memory, mask) = window else { return false }
            let copier = RowCopier(rows: rows, window: memory, stride: stride, mask: mask)
            return withExtendedLifetime(copier) {
                run(
                    memory.start, stride, mask,
                    prepare: { copier, row, _, _ in
                        guard let copier else { return 1 }
                        Unmanaged<RowCopier>.fromOpaque(copier).takeUnretainedValue().copy(Int(row))
                        return 0
                    }, Unmanaged.passUnretained(copier).toOpaque())
            }
        }

        private func run(
            _ source: UnsafeRawPointer, _ stride: Int, _ mask: UInt32, prepare: zimg_filter_graph_callback?,
            _ context: UnsafeMutableRawPointer?
        ) -> Bool {
            cfilm_scale_plane(
                UnsafeRawPointer(graph), source, stride, mask, target.start, target.stride, scratch.start, prepare,
                context) != 0
        }

        /// Creates a window of as many rows as the filters need at a time.
        private func makeWindow(_ stride: Int) -> (AlignedMemory, UInt32)? {
            var lines: UInt32 = 0
            guard zimg_filter_graph_get_input_buffering(graph, &lines) == ZIMG_ERROR_SUCCESS else { return nil }
            let mask = zimg_select_buffer_mask(lines)
            let rows = mask == UInt32.max ? geometry.height : Int(mask) + 1
            return AlignedMemory(bytes: stride * rows).map { ($0, mask) }
        }

        private static func format(_ width: Int, _ height: Int, _ isWide: Bool, _ depth: Int) -> zimg_image_format {
            var format = zimg_image_format()
            zimg_image_format_default(&format, version)
            format.width = UInt32(width)
            format.height = UInt32(height)
            format.pixel_type = isWide ? ZIMG_PIXEL_WORD : ZIMG_PIXEL_BYTE
            format.depth = UInt32(depth)
            format.color_family = ZIMG_COLOR_GREY
            // Other depths with this range are shifts; zimg need not know the meaning of the values.
            format.pixel_range = ZIMG_RANGE_LIMITED
            return format
        }
    }

    /// Copies the rows that zimg requests.
    private final class RowCopier {
        private let rows: SampleRows
        private let window: AlignedMemory
        private let stride: Int
        private let mask: UInt32

        init(rows: SampleRows, window: AlignedMemory, stride: Int, mask: UInt32) {
            self.rows = rows
            self.window = window
            self.stride = stride
            self.mask = mask
        }

        func copy(_ row: Int) {
            guard row < rows.height else { return }
            rows.copy(row, to: window.start + (row & Int(mask)) * stride)
        }
    }

    /// Maps the samples of the picture to the samples of a component.
    struct ComponentPlacement {
        /// Minimum number of rows in an interlaced frame; a frame with fewer rows is read as a whole picture.
        private static let leastRowsOfFields = 16

        let rows: SampleRows
        let geometry: PlaneScaler.Geometry

        /// Positions are in samples of the component, from its left and upper edge.
        ///
        /// - Parameters:
        ///   - singleField: The only field of the frame; nil for a whole picture.
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
                // A row of a field is two rows of the frame; rows of the upper field lie above their middle.
                stepY *= 2
                top = top / 2 + (field == .top ? 0.25 : -0.25)
            }
            // The same shift for a field that is a separate frame.
            if let singleField { top += singleField == .top ? 0.25 : -0.25 }
            // Number of samples for each pixel. Halved chroma of an odd picture reaches beyond its edge.
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

        /// Offset of the picture from the upper left corner of the first chroma sample, to the right and downwards, in
        /// chroma samples.
        private static func chromaOffset(
            _ frame: UnsafePointer<AVFrame>, _ shiftX: Int, _ shiftY: Int
        ) -> (left: Double, top: Double) {
            // A sample at the position of its first pixel begins half a sample minus half a pixel early.
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
