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
}
