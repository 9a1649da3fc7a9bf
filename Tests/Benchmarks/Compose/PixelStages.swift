import CCodecs
import CJPEGOracle
import Foundation
import Mosaic
import Raster
import TiledJPEG

/// Resizing and encoding alone: the calls that tile making comes down to, on the planes that it meets there.
final class PixelStages {
    struct Failure: Error {}

    private let decoded: [BenchPlanes]
    private let resized: [BenchPlanes]
    private let graphs: [OpaquePointer]
    private let writer: OpaquePointer

    /// Decodes all screenshots; a tile of the screenshots' own shape is assumed.
    init(_ screenshots: BenchScreenshots, _ floor: DecodingFloor, _ geometry: TileGeometry) throws {
        let quality = CompositionSettings().encoding.quality
        decoded = try screenshots.paths.map { path in
            try floor.decode(path)
            return BenchPlanes(copying: floor.planes)
        }
        let made = TableSet.newest.withCodecTables(quality: quality) { codec_jpeg_writer_create(&$0) }
        guard let writer = made, let first = decoded.first else { throw Failure() }
        self.writer = writer
        resized = decoded.map { _ in
            BenchPlanes(sizes: [geometry.cell, geometry.cell.half, geometry.cell.half])
        }
        let targets = [geometry.tile, geometry.tile.half, geometry.tile.half]
        graphs = try zip(first.sizes, targets).map { source, target in
            var shape = CZimgGeometry(
                source_width: UInt32(source.width), source_height: UInt32(source.height), left: 0, top: 0,
                width: Double(source.width), height: Double(source.height), target_width: UInt32(target.width),
                target_height: UInt32(target.height))
            var message = [CChar](repeating: 0, count: Int(CZimgMessageCapacity))
            guard let graph = czimg_graph_create(&shape, &message) else { throw Failure() }
            return graph
        }
        try resize()
    }

    deinit {
        graphs.forEach { czimg_graph_destroy($0) }
        codec_jpeg_writer_destroy(writer)
    }

    /// Scales the planes of all screenshots to those of tiles.
    func resize() throws {
        var message = [CChar](repeating: 0, count: Int(CZimgMessageCapacity))
        for (source, target) in zip(decoded, resized) {
            for plane in graphs.indices {
                guard
                    czimg_graph_run(
                        graphs[plane], source.start(of: plane), source.strides[plane], target.start(of: plane),
                        target.strides[plane], &message) == 1
                else { throw Failure() }
            }
        }
    }

    /// Encodes the planes of all tiles.
    func encode() throws {
        for tile in resized {
            var picture = CodecJPEGPicture()
            picture.width = Int32(tile.sizes[0].width)
            picture.height = Int32(tile.sizes[0].height)
            picture.chroma_span = 2
            picture.planes = (
                UnsafePointer(tile.start(of: 0)), UnsafePointer(tile.start(of: 1)), UnsafePointer(tile.start(of: 2))
            )
            picture.strides = (tile.strides[0], tile.strides[1], tile.strides[2])
            var bytes: UnsafePointer<UInt8>?
            var count = 0
            guard codec_jpeg_writer_encode(writer, &picture, &bytes, &count) == .done else { throw Failure() }
        }
    }
}

/// Three planes, aligned as the resampler wants them.
final class BenchPlanes {
    let sizes: [PixelSize]
    let strides: [Int]
    private let memory: [UnsafeMutableRawPointer]

    init(sizes: [PixelSize]) {
        let alignment = Int(CZimgAlignment)
        self.sizes = sizes
        let strides = sizes.map { ($0.width + alignment - 1) / alignment * alignment }
        self.strides = strides
        memory = zip(sizes, strides).map { size, stride in
            let plane = UnsafeMutableRawPointer.allocate(byteCount: stride * size.height, alignment: alignment)
            plane.initializeMemory(as: UInt8.self, repeating: 0, count: stride * size.height)
            return plane
        }
    }

    convenience init(copying planes: CJPEGScaledPlanes) {
        let widths = [planes.width.0, planes.width.1, planes.width.2]
        let heights = [planes.height.0, planes.height.1, planes.height.2]
        let sources = [planes.samples.0, planes.samples.1, planes.samples.2]
        let sourceStrides = [planes.stride.0, planes.stride.1, planes.stride.2]
        self.init(sizes: zip(widths, heights).map { PixelSize(width: Int($0), height: Int($1)) })
        for plane in sizes.indices {
            guard let source = sources[plane] else { continue }
            for row in 0..<sizes[plane].height {
                (start(of: plane) + row * strides[plane])
                    .update(from: source + row * Int(sourceStrides[plane]), count: sizes[plane].width)
            }
        }
    }

    deinit { memory.forEach { $0.deallocate() } }

    func start(of plane: Int) -> UnsafeMutablePointer<UInt8> { memory[plane].assumingMemoryBound(to: UInt8.self) }
}

extension PixelSize {
    /// Size of chroma at 4:2:0.
    fileprivate var half: PixelSize { PixelSize(width: (width + 1) / 2, height: (height + 1) / 2) }
}
