import Testing
import TiledJPEG

struct PixelSizeTests {
    @Test func `a pixel count that overflows saturates`() {
        #expect(PixelSize(width: 640, height: 360).pixelCount == 230_400)
        #expect(PixelSize(width: .max, height: 2).pixelCount == .max)
        #expect(PixelSize(width: 1 << 33, height: 1 << 33).pixelCount == .max)
    }

    @Test func `rounding up reaches the next whole step and stays on one`() {
        let unit = PixelSize(width: 16, height: 8)
        for (side, expected) in [(1, 16), (15, 16), (16, 16), (17, 32)] {
            #expect(PixelSize(width: side, height: 8).roundedUp(toMultipleOf: unit).width == expected)
        }
        #expect(PixelSize(width: 16, height: 9).roundedUp(toMultipleOf: unit).height == 16)
    }

    @Test func `sides are exchanged and written`() {
        let size = PixelSize(width: 256, height: 144)
        #expect(size.transposed == PixelSize(width: 144, height: 256))
        #expect("\(size)" == "256x144")
    }

    private let bounds = PixelSize(width: 100, height: 50)

    private func lies(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Bool {
        PixelRect(x: x, y: y, width: width, height: height).lies(within: bounds)
    }

    @Test func `a rectangle may touch every edge`() {
        #expect(lies(0, 0, 100, 50))
        #expect(lies(99, 49, 1, 1))
    }

    @Test func `a rectangle may not cross an edge`() {
        #expect(!lies(-1, 0, 10, 10))
        #expect(!lies(0, -1, 10, 10))
        #expect(!lies(91, 0, 10, 10))
        #expect(!lies(0, 41, 10, 10))
    }

    @Test func `an empty or negative rectangle lies nowhere`() {
        #expect(!lies(10, 10, 0, 10))
        #expect(!lies(10, 10, 10, 0))
        #expect(!lies(10, 10, -1, 10))
        #expect(!lies(10, 10, 10, -1))
        #expect(!PixelRect(x: 0, y: 0, width: 1, height: 1).lies(within: PixelSize(width: -5, height: -5)))
    }

    @Test func `numbers near the end of Int do not overflow`() {
        #expect(!lies(.max, 0, .max, 1))
        #expect(!lies(1, 0, .max, 1))
        #expect(!lies(.min, .min, .max, .max))
        #expect(!lies(0, .max, 1, .max))
    }

    @Test func `a rectangle is written as in a media fragment`() {
        #expect("\(PixelRect(x: 1, y: 2, width: 3, height: 4))" == "1,2,3,4")
    }
}
