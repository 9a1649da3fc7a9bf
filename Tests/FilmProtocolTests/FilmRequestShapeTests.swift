import FilmProtocol
import Testing

@Suite struct FilmRequestShapeTests {
    private let request = FilmRequest(width: 160, height: 90, frames: [])

    @Test(arguments: [(1_280, 720), (854, 480), (1_920, 1_088), (16, 9), (1_900, 1_080)])
    func `a frame of the film's shape has the requested size`(_ width: Int, _ height: Int) {
        let size = request.size(of: (width, height), in: (1_920, 1_080))
        #expect(size == (160, 90))
    }

    @Test(arguments: [(768, 576, 160, 120), (360, 640, 160, 284), (2_048, 858, 215, 90), (1, 16_000, 160, 16_384)])
    func `another frame covers it with its own aspect ratio`(_ width: Int, _ height: Int, _ wide: Int, _ high: Int) {
        let size = request.size(of: (width, height), in: (1_920, 1_080))
        #expect(size == (wide, high))
        #expect(request.accepts(width: size.width, height: size.height))
    }

    @Test func `a request that is not of the film's shape is filled by the film and covered by others`() {
        let square = FilmRequest(width: 100, height: 100, frames: [])
        #expect(square.size(of: (1_920, 1_080), in: (1_280, 720)) == (100, 100))
        #expect(square.size(of: (720, 1_280), in: (1_280, 720)) == (100, 178))
    }
}
