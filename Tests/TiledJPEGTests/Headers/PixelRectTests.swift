import Testing
import TiledJPEG

struct PixelRectTests {
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
