internal import CCodecs
internal import TiledJPEG

/// From which samples to how many.
struct ResamplingGeometry: Hashable {
    let source: PixelSize
    let region: SampleRegion
    let target: PixelSize
}

/// The filters and the scratch memory for one geometry.
@safe final class ResamplingGraph {
    let geometry: ResamplingGeometry
    /// Lives as long as this object.
    private let graph: OpaquePointer

    init(_ geometry: ResamplingGeometry) throws(ImageError) {
        self.geometry = geometry
        var shape = CZimgGeometry(
            source_width: UInt32(geometry.source.width), source_height: UInt32(geometry.source.height),
            left: geometry.region.left, top: geometry.region.top, width: geometry.region.width,
            height: geometry.region.height, target_width: UInt32(geometry.target.width),
            target_height: UInt32(geometry.target.height))
        var message = Self.emptyMessage
        guard let graph = unsafe czimg_graph_create(&shape, &message) else {
            throw Self.failure(geometry, message)
        }
        unsafe self.graph = unsafe graph
    }

    deinit { unsafe czimg_graph_destroy(graph) }

    /// Scales one plane; both have the sizes of the geometry.
    func run(from source: Plane, to target: Plane) throws(ImageError) {
        precondition(source.size == geometry.source && target.size == geometry.target)
        var message = Self.emptyMessage
        // Buffers are aligned and strides are multiples of `CZimgAlignment`, so that whole vectors of a row may be
        // read and written.
        guard
            unsafe czimg_graph_run(graph, source.row(0), source.stride, target.row(0), target.stride, &message) == 1
        else { throw Self.failure(geometry, message) }
    }

    private static let emptyMessage = [CChar](repeating: 0, count: Int(CZimgMessageCapacity))

    private static func failure(_ geometry: ResamplingGeometry, _ message: [CChar]) -> ImageError {
        let text = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return ImageError(
            .unsupported, "resampler",
            "\(geometry.source) samples cannot be scaled to \(geometry.target): \(text).")
    }
}
