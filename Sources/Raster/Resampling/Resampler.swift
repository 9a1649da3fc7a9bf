internal import CCodecs
internal import TiledJPEG

/// Scales planes with a Lanczos filter; the filters are built once for each geometry, and the last few are kept.
///
/// A plane's samples cover boxes of pixels whose outer edges are those of the picture, so that chroma is centered as in
/// JPEG, and a crop in pixels is a fractional rectangle of samples: each plane is scaled from exactly the same part of
/// the picture.
final class Resampler {
    private(set) var graphs: [ResamplingGraph] = []

    /// Two for a picture and its chroma, a few pictures' sizes at a time.
    private static let graphsForASize = 8
    private let graphsKept: Int

    /// - Parameter sizes: How many sizes each picture is scaled to, 1 or more.
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
        // The last used is the last to go.
        graphs.append(graph)
        return graph
    }
}
