import Testing
import WebVTT

@Suite struct MediaFragmentTests {
    private func part(_ fragment: MediaFragment?, _ width: Int, _ height: Int) -> [Int]? {
        fragment?.intersection(sheetWidth: width, sheetHeight: height).map { [$0.x, $0.y, $0.width, $0.height] }
    }

    @Test func `negative numbers make no fragment`() {
        #expect(MediaFragment(x: -1, y: 0, width: 1, height: 1) == nil)
        #expect(MediaFragment(x: 0, y: 0, width: 1, height: .min) == nil)
    }

    @Test(
        arguments: [
            ([0, 0, 10, 10], [0, 0, 10, 10]), ([90, 40, 20, 20], [90, 40, 10, 10]), ([99, 49, 1, 1], [99, 49, 1, 1]),
            ([100, 0, 1, 1], nil), ([0, 50, 1, 1], nil), ([0, 0, 0, 1], nil), ([0, 0, 1, 0], nil),
            ([0, 0, .max, .max], [0, 0, 100, 50]), ([.max, .max, .max, .max], nil),
            ([1, 1, .max, .max], [1, 1, 99, 49]),
        ] as [([Int], [Int]?)])
    func `pixels are cut to the sheet`(rectangle: [Int], expected: [Int]?) {
        let fragment = MediaFragment(x: rectangle[0], y: rectangle[1], width: rectangle[2], height: rectangle[3])
        #expect(part(fragment, 100, 50) == expected)
    }

    @Test func `a sheet without pixels shows nothing`() {
        let fragment = MediaFragment(x: 0, y: 0, width: 10, height: 10)
        for side in [0, -1, Int.min] {
            #expect(part(fragment, side, 10) == nil)
            #expect(part(MediaFragment(unit: .percent, x: 0, y: 0, width: 100, height: 100), 10, side) == nil)
        }
    }

    @Test(
        arguments: [
            ([25, 50, 25, 50], [320, 360, 320, 360]), ([0, 0, 33, 100], [0, 0, 422, 720]),
            ([33, 0, 33, 100], [422, 0, 423, 720]),
            ([90, 0, 50, 100], [1152, 0, 128, 720]), ([100, 0, 1, 1], nil), ([0, 0, .max, .max], [0, 0, 1280, 720]),
        ] as [([Int], [Int]?)])
    func `percentages become pixels`(rectangle: [Int], expected: [Int]?) {
        let fragment = MediaFragment(
            unit: .percent, x: rectangle[0], y: rectangle[1], width: rectangle[2], height: rectangle[3])
        #expect(part(fragment, 1280, 720) == expected)
    }

    @Test func `percentages of the largest sheet do not overflow`() {
        let fragment = MediaFragment(unit: .percent, x: 0, y: 0, width: 100, height: 100)
        #expect(part(fragment, .max, .max) == [0, 0, .max, .max])
    }
}
