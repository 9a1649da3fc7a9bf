import Seeded
import Testing
import WebVTT

@testable import Mosaic

struct ResamplingTests {
    private func shown(_ times: [Int64], duration: Int64? = nil) throws -> ShownTiles {
        try ShownTiles(of: DrawnStoryboard(times: times, duration: duration).storyboard())
    }

    private func resampling(_ times: [Int64], duration: Int64? = nil, cadence: Int64? = nil) throws -> Resampling {
        try Resampling(shown(times, duration: duration), cadence: cadence.map(Timestamp.init(milliseconds:)))
    }

    @Test func `regular times have their own cadence, also where the film ends early in the last tile`() throws {
        for duration in [30_001, 35_000, 40_000] as [Int64] {
            let regular = try resampling([0, 10_000, 20_000, 30_000], duration: duration)
            #expect(regular.cadence == Timestamp(milliseconds: 10_000) && regular.isNatural)
            #expect(regular.tiles == [0, 1, 2, 3] && regular.largestError == 0)
        }
        // The first tile is shown from 0 on.
        #expect(try resampling([4_000, 10_000, 20_000], duration: 30_000).isNatural)
        #expect(try resampling([0, 333, 666], duration: 999).cadence == Timestamp(milliseconds: 333))
    }

    @Test func `tiles are repeated where all times are multiples of a second or more`() throws {
        let irregular = try resampling([0, 6_000, 18_000], duration: 24_000)
        #expect(irregular.cadence == Timestamp(milliseconds: 6_000) && irregular.tiles == [0, 1, 1, 2])
        #expect(irregular.largestError == 0 && !irregular.isNatural)
    }

    @Test func `a requested cadence is kept, and its error is the error of the latest tile`() throws {
        let coarse = try resampling([0, 397_000, 721_000, 1_161_000], duration: 1_475_000, cadence: 100_000)
        #expect(coarse.tiles == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3])
        #expect(coarse.largestError == 79_000)
    }

    @Test func `1 000 random times are within the stated error of the track`() throws {
        var random = SeededGenerator(seed: 19)
        for cadence in [nil, 1, 700, 5_000, 1_000_000] as [Int64?] {
            let times = Set((0..<60).map { _ in Int64.random(in: 0..<600_000, using: &random) }).sorted()
            let shown = try shown(times, duration: 601_234)
            let resampling = try Resampling(shown, cadence: cadence.map(Timestamp.init(milliseconds:)))
            var worst: Int64 = 0
            for time in (0..<1_000).map({ _ in Int64.random(in: 0..<601_234, using: &random) }) + Array(0..<601_234) {
                let tile = resampling.tiles[Int(time / resampling.cadence.milliseconds)]
                let span = shown.spans[tile]
                #expect(span.start.milliseconds <= time)
                worst = max(worst, time - span.end.milliseconds + 1)
            }
            #expect(worst == resampling.largestError)
        }
    }

    @Test func `irregular times take few steps`() throws {
        var random = SeededGenerator(seed: 20)
        let times = Set((0..<500).map { _ in Int64.random(in: 0..<36_000_000, using: &random) }).sorted()
        let chosen = try resampling(times, duration: 36_000_000)
        #expect(chosen.tiles.count <= 1_000 && chosen.largestError < chosen.cadence.milliseconds)
    }

    @Test func `impossible cadences are refused`() {
        #expect(throws: MosaicError.self) { try resampling([0, 1_000], cadence: 0) }
        #expect(throws: MosaicError.self) { try resampling([0, 100_000_000], cadence: 1) }
    }
}
