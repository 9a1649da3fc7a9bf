import MosaicFixtures
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

struct StoryboardLayoutTests {
    private let geometry: TileGeometry

    init() throws {
        geometry = TileGeometry(
            tile: PixelSize(width: 40, height: 30), cell: PixelSize(width: 48, height: 32),
            grid: try #require(TileGrid(columns: 2, rows: 2)))
    }

    private func layout(
        _ times: [Int64], duration: Int64? = nil, startsAtZero: Bool = true
    ) throws -> StoryboardLayout {
        try StoryboardLayout(
            times: times.map(Timestamp.init(milliseconds:)), geometry: geometry,
            duration: duration.map(Timestamp.init(milliseconds:)), startsAtZero: startsAtZero)
    }

    @Test func `tiles fill a sheet row by row and then the next one`() throws {
        let placements = try layout([0, 1, 2, 3, 4, 5]).placements
        #expect(placements.map(\.sheet) == [0, 0, 0, 0, 1, 1])
        #expect(
            placements.map(\.rect.description)
                == ["0,0,40,30", "48,0,40,30", "0,32,40,30", "48,32,40,30", "0,0,40,30", "48,0,40,30"])
    }

    @Test(
        arguments: [
            (0, []), (1, [1]), (3, [3]), (4, [4]), (5, [4, 1]), (8, [4, 4]), (9, [4, 4, 1]),
        ] as [(Int, [Int])])
    func `only the last sheet may be short`(count: Int, expected: [Int]) throws {
        let layout = try layout((0..<count).map(Int64.init))
        #expect(layout.tilesOnSheet == expected)
        #expect(layout.tilesOnSheet.indices.flatMap(layout.tiles(onSheet:)) == Array(0..<count))
    }

    @Test(
        arguments: [
            ([10, 20, 30], nil, true, [0, 20, 30], [20, 30, nil]),
            ([10, 20, 30], nil, false, [10, 20, 30], [20, 30, nil]),
            ([10, 20, 30], 31, true, [0, 20, 30], [20, 30, 31]), ([0], nil, true, [0], [nil]),
            ([5, 5, 9], 10, true, [0, 5, 9], [5, 9, 10]), ([7, 7], nil, false, [7, 7], [7, nil]),
        ] as [([Int64], Int64?, Bool, [Int64], [Int64?])])
    func `a tile is shown until the next one begins`(
        times: [Int64], duration: Int64?, startsAtZero: Bool, starts: [Int64], ends: [Int64?]
    ) throws {
        let placements = try layout(times, duration: duration, startsAtZero: startsAtZero).placements
        #expect(placements.map(\.start.milliseconds) == starts)
        #expect(placements.map { $0.end?.milliseconds } == ends)
    }

    @Test(arguments: [0, 29, 30])
    func `a film cannot end before its last screenshot`(duration: Int64) {
        let error = failure { try layout([10, 30], duration: duration) }
        #expect(error?.code == .invalidSettings)
        #expect(error?.subject == "duration")
    }
}
