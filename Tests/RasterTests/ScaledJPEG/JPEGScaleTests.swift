@testable import Raster
import Testing

struct JPEGScaleTests {
    @Test func `only at 1/8, and only where both directions are subsampled, a component has twice the scale`() {
        for scale in JPEGScale.allCases {
            let scales = [(1, 1), (2, 1), (1, 2), (2, 2)].map {
                scale.ofComponent(horizontalSpan: $0, verticalSpan: $1)
            }
            #expect(scales == [scale, scale, scale, scale == .eighth ? .quarter : scale])
        }
    }

    @Test func `extents are rounded up`() {
        #expect(JPEGScale.eighth.extent(pixels: 1280, factor: 2, maximum: 2) == 160)
        #expect(JPEGScale.eighth.extent(pixels: 1281, factor: 2, maximum: 2) == 161)
        #expect(JPEGScale.quarter.extent(pixels: 1003, factor: 1, maximum: 2) == 126)
        #expect(JPEGScale.half.extent(pixels: 1, factor: 1, maximum: 2) == 1)
        #expect(JPEGScale.half.extent(pixels: 65_500, factor: 2, maximum: 2) == 32_750)
    }
}
