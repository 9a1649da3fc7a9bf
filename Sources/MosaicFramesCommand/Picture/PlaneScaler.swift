#if Film
    import CFilm
    import CLibZimg

    /// Scales the samples of one component to 16 bits, keeping their coding: values move up to the highest bits.
    final class PlaneScaler {
        /// From which samples to how many.
        struct Geometry: Hashable {
            /// Samples of a row, and rows.
            var width: Int
            var height: Int
            /// Bits of a sample, and whether it has two bytes.
            var depth: Int
            var isWide: Bool
            /// The region that becomes the target, in samples; may be fractions and a little outside.
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
        /// Rows that are copied before they are scaled; made when the first frame needs it.
        private var window: (memory: AlignedMemory, mask: UInt32)?

        /// Nil where zimg refuses, or the system has no memory.
        init?(_ geometry: Geometry) {
            var source = Self.format(geometry.width, geometry.height, geometry.isWide, geometry.depth)
            source.active_region.left = geometry.left
            source.active_region.top = geometry.top
            source.active_region.width = geometry.regionWidth
            source.active_region.height = geometry.regionHeight
            var result = Self.format(geometry.targetWidth, geometry.targetHeight, true, 16)
            var parameters = zimg_graph_builder_params()
            zimg_graph_builder_params_default(&parameters, Self.version)
            // A triangle as wide as the step between target samples: each source sample counts.
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

        /// Scales rows of this geometry into ``target``.
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

        /// As many rows as the filters look at together.
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
            // Other depths of this range are shifts; the meaning of the values is not zimg's business.
            format.pixel_range = ZIMG_RANGE_LIMITED
            return format
        }
    }

    /// Copies the rows that zimg asks for.
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
#endif
