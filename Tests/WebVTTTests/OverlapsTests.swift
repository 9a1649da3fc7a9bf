import Testing

@testable import WebVTT

@Suite struct OverlapsTests {
    @Test func `a contiguous track needs no links`() {
        #expect(TimeIndex(starts: [0, 10, 20], ends: [10, 20, 30]).overlaps == nil)
        #expect(TimeIndex(starts: [0, 10, 20], ends: [5, 15, 30]).overlaps == nil)
        #expect(TimeIndex(starts: [0, 10, 20], ends: [11, 20, 30]).overlaps != nil)
    }

    @Test func `a walk out of deep nesting takes logarithmic steps`() throws {
        let depth: Int64 = 100_000
        let index = TimeIndex(starts: Array(0..<depth), ends: (0..<depth).map { 3 * depth - $0 })
        let overlaps = try #require(index.overlaps)
        var most = 0
        for time in stride(from: depth, through: 3 * depth, by: 997) {
            let expected = time < 3 * depth ? Int(min(depth, 3 * depth - time)) - 1 : -1
            var rank = Int(depth) - 1
            var steps = 0
            while rank > expected {
                rank = overlaps.next(after: rank, time: time, in: index.intervals)
                steps += 1
            }
            #expect(rank == expected)
            most = max(most, steps)
        }
        #expect(most <= 3 * 17, "\(most) steps for 2^17 levels")
    }

    @Test func `a hundred thousand nested cues are searched in full`() {
        let depth: Int64 = 100_000
        let index = TimeIndex(starts: Array(0..<depth), ends: (0..<depth).map { 3 * depth - $0 })
        var sum = 0
        for time in (2 * depth)..<(3 * depth) { sum += index.lookup(milliseconds: time, policy: .active) ?? -1 }
        #expect(sum == Int(depth * (depth - 1) / 2))
    }
}
