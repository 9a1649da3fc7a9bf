import DrawnPictures
import Testing
import TiledJPEG

@testable import Raster

struct BoxAverageTests {
    private static func average(_ picture: DrawnPicture, side: Int, rows: Int? = nil, alpha: UInt8 = 255) -> [Plane] {
        var buffers = (0..<3).map { _ in PlaneBuffer(capacity: 0) }
        var box = BoxAverage(
            picture.size, side: side, background: RGBColor(red: 0, green: 0, blue: 0), buffers: &buffers)
        for y in 0..<(rows ?? picture.size.height) {
            box.add((0..<picture.size.width).flatMap { picture[$0, y] + [alpha] })
        }
        box.fillUp()
        return box.planes
    }

    @Test(arguments: [1, 2, 4, 8, 128])
    func `a box is the mean of its pixels, cut ones at the edge included`(side: Int) {
        let picture = DrawnPicture(21, 13) { x, y in (UInt8(x * 10), UInt8(x * 10), UInt8(x * 10)) }
        let planes = Self.average(picture, side: side)
        #expect(planes[0].size == PixelSize(width: (20 + side) / side, height: (12 + side) / side))
        for x in 0..<planes[0].size.width {
            let columns = x * side..<min((x + 1) * side, 21)
            let mean = (20 * columns.reduce(0, +) + columns.count) / (2 * columns.count)
            for y in 0..<planes[0].size.height {
                #expect(Int(planes[0][x, y]) == mean)
                #expect(planes[1][x, y] == 128 && planes[2][x, y] == 128)
            }
        }
        #expect(planes[0].horizontal == Plane.Density(samples: 1, pixels: side))
    }

    @Test func `rows that never came show the background`() {
        let planes = Self.average(DrawnPicture(8, 8) { _, _ in (200, 200, 200) }, side: 2, rows: 5)
        #expect((0..<4).map { planes[0][1, $0] } == [200, 200, 200, 0])
    }

    @Test func `a picture that is transparent is all background`() {
        let planes = Self.average(DrawnPicture(8, 8) { _, _ in (200, 200, 200) }, side: 4, alpha: 0)
        #expect(planes[0][0, 0] == 0 && planes[0][1, 1] == 0)
    }
}
