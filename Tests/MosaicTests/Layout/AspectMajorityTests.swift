import Testing
import TiledJPEG

@testable import Mosaic

struct AspectMajorityTests {
    private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    @Test func `the most frequent aspect ratio wins regardless of sizes`() {
        let sizes = [size(640, 480), size(1_280, 720), size(640, 480), size(1_920, 1_080), size(16, 9)]
        #expect(AspectMajority.size(among: sizes) == size(1_280, 720), "the first of the winners stands for them")
    }

    @Test func `the ratio is exact`() {
        let sizes = [size(1_279, 720), size(1_280, 720), size(1_280, 721), size(640, 360)]
        #expect(AspectMajority.size(among: sizes) == size(1_280, 720))
        #expect(!AspectMajority.isUnanimous([size(1_280, 720), size(1_281, 720)]))
        #expect(AspectMajority.isUnanimous([size(1_280, 720), size(16, 9)]))
        #expect(!AspectMajority.isUnanimous([size(16, 9), size(9, 16)]))
    }

    @Test func `the first of equally frequent ratios wins, every time`() {
        for _ in 0..<20 {
            #expect(AspectMajority.size(among: [size(4, 3), size(16, 9), size(32, 18), size(8, 6)]) == size(4, 3))
            #expect(AspectMajority.size(among: [size(1, 1), size(16, 9), size(4, 3)]) == size(1, 1))
        }
    }

    @Test func `an empty list has no majority`() {
        #expect(AspectMajority.size(among: []) == nil)
        #expect(AspectMajority.isUnanimous([]))
    }
}
