@testable import Raster
import Testing

struct CoefficientPlacesTests {
    @Test func `the zig-zag runs as figure A.6 of T.81 shows it`() {
        let first = ZigZag.order.prefix(10).map { [$0.row, $0.column] }
        #expect(first == [[0, 0], [0, 1], [1, 0], [2, 0], [1, 1], [0, 2], [0, 3], [1, 2], [2, 1], [3, 0]])
        #expect(ZigZag.order.map { $0.row * 8 + $0.column }.sorted() == Array(0..<64))
        #expect(ZigZag.order[28] == (0, 7))
        #expect(ZigZag.order[35] == (7, 0))
        #expect(ZigZag.order[63] == (7, 7))
    }

    @Test func `a scale needs as many coefficients as a block has samples`() {
        for scale in JPEGScale.allCases {
            let places = CoefficientPlaces(scale)
            let needed = (0..<64).filter(places.isNeeded)
            #expect(needed.count == scale.rawValue * scale.rawValue)
            #expect(needed.last == places.last)
            #expect(Set(needed.map { places.offsets[$0] }).count == needed.count)
            #expect(places.offsets[0] == 8)
            #expect(places.offsets.allSatisfy { Int($0) + 4 <= places.slotStride })
        }
    }
}
