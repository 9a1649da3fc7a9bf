import Seeded
import Testing
import WebVTT

@Suite struct CueTrackThinningTests {
    private func positions(_ starts: [Int64], _ maximum: Int) -> [Int] {
        CueTrack.thinnedPositions(starts: starts.map { Timestamp(milliseconds: $0) }, maximum: maximum)
    }

    private func track(_ spans: [(Int64, Int64)]) -> CueTrack {
        CueTrack(
            cues: spans.enumerated().map {
                Cue(
                    start: Timestamp(milliseconds: $1.0), end: Timestamp(milliseconds: $1.1), text: "\($0)")
            })
    }

    private func times(_ track: CueTrack) -> [[Int64]] {
        track.cues.map { [$0.start.milliseconds, $0.end.milliseconds] }
    }

    @Test func `regular times are chosen at regular steps`() {
        let starts = (0..<10).map { Int64($0) * 10 }
        #expect(positions(starts, 4) == [0, 3, 6, 9])
        #expect(positions(starts, 2) == [0, 9])
        #expect(positions(starts, 1) == [0])
        #expect(positions(starts, 0) == [])
        #expect(positions(starts, -1) == [])
        #expect(positions(starts, 10) == Array(0..<10))
        #expect(positions(starts, .max) == Array(0..<10))
        #expect(positions([], 5) == [])
    }

    @Test func `a thousand regular times leave gaps that differ by one interval`() {
        let chosen = positions((0..<1000).map { Int64($0) * 4000 }, 150)
        #expect(Set(zip(chosen, chosen.dropFirst()).map { $1 - $0 }) == [6, 7])
    }

    @Test func `spreading is by time and not by number`() {
        // Ten times a second for a minute, then one a second for ten minutes.
        let starts = (0..<600).map { Int64($0) * 100 } + (0..<600).map { 60_000 + Int64($0) * 1000 }
        let chosen = positions(starts, 111)
        let gaps = zip(chosen, chosen.dropFirst()).map { starts[$1] - starts[$0] }
        #expect(gaps.allSatisfy { (5000...7000).contains($0) }, "\(gaps)")
    }

    @Test func `a long gap costs one step and the rest stays evenly covered`() {
        let starts = (0..<100).map { Int64($0) * 1000 } + [3_600_000_000]
        #expect(positions(starts, 12) == [0, 10, 20, 30, 40, 49, 59, 69, 79, 89, 99, 100])
    }

    @Test func `equal times do not hold the choice back`() {
        #expect(positions([0, 0, 0, 0, 0, 10, 20, 30], 4) == [0, 5, 6, 7])
    }

    @Test func `every choice is ascending, complete and keeps both ends`() {
        var random = SeededGenerator(seed: 5)
        for round in 0..<2000 {
            let span: Int64 = [1, 10, 1000, 1 << 53][round % 4]
            let starts = (0..<Int.random(in: 1...80, using: &random)).map { _ in
                Int64.random(in: 0...span, using: &random)
            }.sorted()
            let maximum = Int.random(in: 2...90, using: &random)
            let chosen = positions(starts, maximum)
            #expect(chosen.count == min(maximum, starts.count))
            #expect(chosen.first == 0 && chosen.last == starts.count - 1)
            #expect(zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test func `a contiguous track stays contiguous and keeps its last end`() {
        let spans = (0..<1000).map { (position: Int64) in (position * 7, position * 7 + 7) }
        let thinned = track(spans).thinned(to: 150)
        #expect(thinned.cues.count == 150)
        #expect(thinned == thinned.contiguous())
        #expect(thinned.cues.last?.end.milliseconds == 7000)
        #expect(thinned.cues.last?.text == "999")
    }

    @Test func `gaps and overlaps of kept cues stay`() {
        #expect(times(track([(0, 5), (10, 15), (20, 25)]).thinned(to: 2)) == [[0, 15], [20, 25]])
        #expect(times(track([(0, 90), (10, 15), (20, 25)]).thinned(to: 2)) == [[0, 90], [20, 25]])
        #expect(times(track([(0, 5), (10, 50), (20, 25)]).thinned(to: 2)) == [[0, 20], [20, 25]])
        #expect(times(track([(0, 5), (10, 50), (20, 25)]).thinned(to: 1)) == [[0, 50]])
    }

    @Test func `a small track stays unchanged`() {
        let small = track([(20, 25), (0, 5)])
        #expect(small.thinned(to: 2) == small)
        #expect(track([]).thinned(to: 0) == track([]))
        #expect(small.thinned(to: 0) == track([]))
        #expect(small.thinned(to: -3) == track([]))
    }
}
