internal import CCodecs
internal import TiledJPEG

/// Scales planes with a Lanczos filter. Filters are built once for each geometry, and the most recent ones are kept.
///
/// A plane's samples cover boxes of pixels, whose outer edges are the picture's edges. So chroma is centered as in
/// JPEG, and a crop in pixels is a fractional rectangle of samples. Each plane is scaled from exactly the same part of
/// the picture.
final class Resampler {
    private(set) var graphs: [ResamplingGraph] = []

    /// Number of graphs kept for each target size: one for luma and one for chroma, for the sizes of a few pictures.
    private static let graphsForASize = 8
    private let graphsKept: Int

    /// - Parameter sizes: Number of sizes that each picture is scaled to, 1 or more.
    init(sizes: Int = 1) { graphsKept = sizes * Self.graphsForASize }

    /// Scales `region` of `plane` to fill `target` in `buffer`.
    ///
    /// - Returns: The scaled plane.
    /// - Throws: `unsupported`, `outOfMemory`.
    func resample(
        _ plane: Plane, _ region: SampleRegion, to target: PixelSize, in buffer: inout PlaneBuffer
    ) throws(ImageError) -> Plane {
        let graph = try graph(ResamplingGeometry(source: plane.size, region: region, target: target))
        let stride = Plane.stride(forWidth: target.width)
        PlaneBuffer.reserve(stride * target.height, in: &buffer)
        let result = Plane(size: target, stride: stride, horizontal: .full, vertical: .full, buffer: buffer)
        try graph.run(from: plane, to: result)
        return result
    }

    private func graph(_ geometry: ResamplingGeometry) throws(ImageError) -> ResamplingGraph {
        let graph: ResamplingGraph
        if let index = graphs.firstIndex(where: { $0.geometry == geometry }) {
            graph = graphs.remove(at: index)
        } else {
            if graphs.count == graphsKept { graphs.removeFirst() }
            graph = try ResamplingGraph(geometry)
        }
        // The most recently used graph is last, and is evicted last.
        graphs.append(graph)
        return graph
    }
}

/// Size of the source plane, region to scale, and size of the result, in samples.
struct ResamplingGeometry: Hashable {
    let source: PixelSize
    let region: SampleRegion
    let target: PixelSize
}

/// The filters and the scratch memory for one geometry.
@safe final class ResamplingGraph {
    let geometry: ResamplingGeometry
    /// Exists as long as this object.
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

    /// Scales one plane; both planes must have the sizes of the geometry.
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

/// A rectangle of a plane in fractional samples; it may reach beyond the plane.
struct SampleRegion: Hashable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double

    /// The part of a plane from which the samples of a tile are scaled.
    ///
    /// If a tile has an odd number of pixels, its last chroma sample reaches half a sample beyond the tile. The region
    /// then also reaches beyond, on the side where the upright tile ends.
    ///
    /// - Parameter span: Number of tile pixels for each sample, on both axes.
    init(_ placement: StoredPlacement, on plane: Plane, span: Int) {
        let (source, target) = (placement.source, placement.storedTarget)
        let columns = Self.extent(
            source.x, source.width, target.width, span, isReversed: placement.orientation.reversesColumns)
        let rows = Self.extent(
            source.y, source.height, target.height, span, isReversed: placement.orientation.reversesRows)
        left = plane.horizontal.position(ofPixel: columns.start)
        width = plane.horizontal.position(ofPixel: columns.length)
        top = plane.vertical.position(ofPixel: rows.start)
        height = plane.vertical.position(ofPixel: rows.length)
    }

    private static func extent(
        _ start: Int, _ length: Int, _ target: Int, _ span: Int, isReversed: Bool
    ) -> (start: Double, length: Double) {
        let covered = (target + span - 1) / span * span
        let extended = Double(length) * Double(covered) / Double(target)
        return (isReversed ? Double(start) + Double(length) - extended : Double(start), extended)
    }
}
