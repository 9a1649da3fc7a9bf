import Seeded
import Testing
import TiledJPEG

@testable import Raster

struct ResamplerTests {
    private static func plane(_ width: Int, _ height: Int, _ sample: (_ x: Int, _ y: Int) -> UInt8) -> Plane {
        let stride = Plane.stride(forWidth: width)
        let plane = Plane(
            size: PixelSize(width: width, height: height), stride: stride, horizontal: .full, vertical: .full,
            buffer: PlaneBuffer(capacity: stride * height))
        for y in 0..<height { for x in 0..<width { plane.row(y)[x] = sample(x, y) } }
        return plane
    }

    private static func whole(of plane: Plane, to target: PixelSize, span: Int = 1) -> SampleRegion {
        SampleRegion(
            StoredPlacement(of: plane.size, .topLeft, on: target, framing: .crop), on: plane, span: span)
    }

    @Test func `a flat plane stays flat at every size`() throws {
        let resampler = Resampler()
        var buffer = PlaneBuffer(capacity: 0)
        let source = Self.plane(61, 37) { _, _ in 77 }
        for (width, height) in [(61, 37), (1, 1), (13, 90), (200, 3), (64, 64)] {
            let target = PixelSize(width: width, height: height)
            let region = SampleRegion(
                StoredPlacement(of: source.size, .topLeft, on: target, framing: .pad), on: source, span: 1)
            let scaled = try resampler.resample(source, region, to: target, in: &buffer)
            for y in 0..<height { for x in 0..<width { #expect(scaled[x, y] == 77) } }
        }
    }

    @Test func `resampling to the same size copies the picture`() throws {
        var generator = SeededGenerator(seed: 4)
        let source = Self.plane(40, 30) { _, _ in .random(in: 0...255, using: &generator) }
        var buffer = PlaneBuffer(capacity: 0)
        let copy = try Resampler().resample(
            source, Self.whole(of: source, to: source.size), to: source.size, in: &buffer)
        for y in 0..<30 { for x in 0..<40 { #expect(copy[x, y] == source[x, y]) } }
    }

    @Test func `a ramp keeps its place: samples are centered on the pixels that they cover`() throws {
        // Sample x stands for the middle of x...x+1, so half the size has the means of pairs.
        let source = Self.plane(128, 16) { x, _ in UInt8(x) }
        var buffer = PlaneBuffer(capacity: 0)
        let target = PixelSize(width: 64, height: 8)
        let half = try Resampler().resample(source, Self.whole(of: source, to: target), to: target, in: &buffer)
        for x in 4..<60 { #expect(abs(Double(half[x, 4]) - (2 * Double(x) + 0.5)) <= 0.51, "column \(x)") }
    }

    @Test func `chroma of half the density is taken from the same pixels`() throws {
        // Chroma samples of 2 pixels each; the tile's chroma spans 2 of its pixels and so 4 of the picture's.
        let luma = Self.plane(128, 16) { x, _ in UInt8(x) }
        let chroma = Plane(
            size: PixelSize(width: 64, height: 8), stride: Plane.stride(forWidth: 64),
            horizontal: Plane.Density(samples: 1, pixels: 2), vertical: Plane.Density(samples: 1, pixels: 2),
            buffer: Self.plane(64, 8) { x, _ in UInt8(2 * x) }.buffer)
        let placement = StoredPlacement(of: luma.size, .topLeft, on: PixelSize(width: 60, height: 8), framing: .crop)
        let region = SampleRegion(placement, on: chroma, span: 2)
        #expect(region == SampleRegion(left: 2, top: 0, width: 60, height: 8))
        var buffer = PlaneBuffer(capacity: 0)
        let scaled = try Resampler().resample(chroma, region, to: PixelSize(width: 30, height: 4), in: &buffer)
        for x in 4..<26 { #expect(abs(Double(scaled[x, 2]) - (2 * (2 + 2 * Double(x)) + 1)) <= 1.01, "column \(x)") }
    }

    @Test func `graphs are built once for a geometry, and only the last few are kept`() throws {
        let resampler = Resampler()
        var buffer = PlaneBuffer(capacity: 0)
        let source = Self.plane(64, 64) { x, _ in UInt8(x) }
        for _ in 0..<5 {
            let target = PixelSize(width: 32, height: 32)
            _ = try resampler.resample(source, Self.whole(of: source, to: target), to: target, in: &buffer)
        }
        #expect(resampler.graphs.count == 1)
        for side in 1...40 {
            let target = PixelSize(width: side, height: side)
            _ = try resampler.resample(source, Self.whole(of: source, to: target), to: target, in: &buffer)
        }
        #expect(resampler.graphs.count == 8)
    }
}

extension SampleRegion {
    fileprivate init(left: Double, top: Double, width: Double, height: Double) {
        let placement = StoredPlacement(
            of: PixelSize(width: 1, height: 1), .topLeft, on: PixelSize(width: 1, height: 1), framing: .crop)
        let plane = Plane(
            size: PixelSize(width: 1, height: 1), stride: 64, horizontal: .full, vertical: .full,
            buffer: PlaneBuffer(capacity: 64))
        self.init(placement, on: plane, span: 1)
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }
}
