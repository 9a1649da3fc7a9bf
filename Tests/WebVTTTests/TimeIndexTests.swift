import Seeded
import Testing
import Tiers

@testable import WebVTT

/// The look-up table, read off word by word: one pass over all cues.
private func reference(_ cues: [(start: Int64, end: Int64)], at time: Int64, policy: LookupPolicy) -> Int? {
    var best: Int?
    func prefer(_ candidate: Int, _ isBetter: (Int) -> Bool) {
        guard let current = best else { return best = candidate }
        if isBetter(current) { best = candidate }
    }
    switch policy {
    case .active:
        for (position, cue) in cues.enumerated() where cue.start <= time && time < cue.end {
            prefer(position) { cues[$0].start < cue.start }
        }
    case .hold:
        for (position, cue) in cues.enumerated() where cue.start <= time {
            prefer(position) { cues[$0].start < cue.start }
        }
    case .next:
        for (position, cue) in cues.enumerated() where cue.start >= time {
            prefer(position) { cues[$0].start > cue.start }
        }
        return best ?? reference(cues, at: .max, policy: .hold)
    case .nearest:
        if let active = reference(cues, at: time, policy: .active) { return active }
        func distance(_ position: Int) -> Int64 {
            let (start, end) = cues[position]
            return time < start ? start - time : max(0, time - max(start, end))
        }
        for (position, cue) in cues.enumerated() {
            prefer(position) { (distance(position), cue.start) < (distance($0), cues[$0].start) }
        }
    }
    return best
}

@Suite struct TimeIndexTests {
    private func index(_ cues: [(start: Int64, end: Int64)]) -> TimeIndex {
        TimeIndex(starts: cues.map(\.start), ends: cues.map(\.end))
    }

    private func lookups(_ cues: [(start: Int64, end: Int64)], at time: Int64) -> [Int?] {
        LookupPolicy.allCases.map { index(cues).lookup(milliseconds: time, policy: $0) }
    }

    /// Columns: active, hold, nearest, next.
    @Test(
        arguments: [
            (-1, [nil, nil, 0, 0]), (9, [nil, nil, 0, 0]), (10, [0, 0, 0, 0]), (11, [0, 0, 0, 1]), (19, [0, 0, 0, 1]),
            (20, [1, 1, 1, 1]), (29, [1, 1, 1, 2]), (30, [nil, 1, 1, 2]), (35, [nil, 1, 1, 2]), (36, [nil, 1, 2, 2]),
            (40, [2, 2, 2, 2]), (49, [2, 2, 2, 2]), (50, [nil, 2, 2, 2]), (1000, [nil, 2, 2, 2]),
            (.min, [nil, nil, 0, 0]), (.max, [nil, 2, 2, 2]),
        ] as [(Int64, [Int?])])
    func `each policy gives the results of the table`(time: Int64, expected: [Int?]) {
        #expect(lookups([(10, 20), (20, 30), (40, 50)], at: time) == expected)
    }

    @Test func `no cues answer nothing`() {
        for time in [Int64.min, 0, .max] { #expect(lookups([], at: time) == [nil, nil, nil, nil]) }
    }

    @Test func `one cue answers for all policies but not outside of it when active`() {
        #expect(lookups([(5, 6)], at: 4) == [nil, nil, 0, 0])
        #expect(lookups([(5, 6)], at: 5) == [0, 0, 0, 0])
        #expect(lookups([(5, 6)], at: 6) == [nil, 0, 0, 0])
    }

    @Test func `an enclosing cue is found again after the inner one ends`() {
        let cues: [(Int64, Int64)] = [(0, 100), (10, 20)]
        #expect(lookups(cues, at: 15) == [1, 1, 1, 1])
        #expect(lookups(cues, at: 50) == [0, 1, 0, 1])
        #expect(lookups(cues, at: 100) == [nil, 1, 0, 1])
    }

    @Test func `zero length and backward cues are never active but can be nearest`() {
        let cues: [(Int64, Int64)] = [(0, 10), (20, 20), (30, 5)]
        #expect(lookups(cues, at: 20) == [nil, 1, 1, 1])
        #expect(lookups(cues, at: 26) == [nil, 1, 2, 2])
        #expect(lookups(cues, at: 31) == [nil, 2, 2, 2])
    }

    @Test func `the earlier of equal starts in the file wins`() {
        #expect(lookups([(0, 9), (10, 20), (10, 20), (10, 30)], at: 10) == [1, 1, 1, 1])
        #expect(lookups([(0, 9), (10, 20), (10, 20), (10, 30)], at: 25) == [3, 1, 3, 1])
        #expect(lookups([(0, 1), (10, 20), (10, 20), (10, 30)], at: 8) == [nil, 0, 1, 1])
    }

    @Test func `positions refer to the input in any order`() {
        #expect(lookups([(40, 50), (20, 30), (10, 20)], at: 25) == [1, 1, 1, 0])
    }

    @Test func `NaN finds no tile, and all other seconds are clamped`() {
        let index = index([(0, 10), (10, 20)])
        for policy in LookupPolicy.allCases {
            #expect(index.lookup(seconds: .nan, policy: policy) == nil)
            #expect(index.lookup(seconds: -.infinity, policy: policy) == 0)
            #expect(index.lookup(seconds: -1e300, policy: policy) == 0)
            #expect(index.lookup(seconds: 0.0149, policy: policy) == 1)
            #expect(index.lookup(seconds: .infinity, policy: policy) == (policy == .active ? nil : 1))
            #expect(index.lookup(Timestamp(milliseconds: 12), policy: policy) == 1)
        }
    }

    @Test func `the extremes of Int64 do not overflow`() {
        let cues: [(Int64, Int64)] = [(.min, .min), (-1, 0), (.max - 1, .max), (.max, .max)]
        #expect(lookups(cues, at: .min) == [nil, 0, 0, 0])
        #expect(lookups(cues, at: -2) == [nil, 0, 1, 1])
        #expect(lookups(cues, at: .max - 1) == [2, 2, 2, 2])
        #expect(lookups(cues, at: .max) == [nil, 3, 2, 3])
    }

    @Test func `random tracks answer as one pass over all cues does`() {
        var random = SeededGenerator(seed: 7)
        for round in Tier.rounds(3000, quick: 600) {
            let span = Int64([8, 40, 300, 100_000][round % 4])
            let longest = Int64([0, 1, 5, 30, 400][round % 5])
            var cues = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                let start = Int64.random(in: 0...span, using: &random)
                return (start: start, end: start + .random(in: -2...longest, using: &random))
            }
            if round % 3 == 0 { cues.sort { $0.start < $1.start } }
            let index = index(cues)
            for _ in 0..<60 {
                let time = Int64.random(in: -3...(span + longest + 3), using: &random)
                for policy in LookupPolicy.allCases {
                    let found = index.lookup(milliseconds: time, policy: policy)
                    guard found != reference(cues, at: time, policy: policy) else { continue }
                    Issue.record("\(policy) at \(time): \(String(describing: found)) in \(cues)")
                    return
                }
            }
        }
    }

    @Test func `clustered starts answer as one pass over all cues does`() {
        var random = SeededGenerator(seed: 8)
        for _ in Tier.rounds(200, quick: 50) {
            // Nearly all starts in one bucket of the guide, one far away.
            var cues = (0..<200).map { (position: Int64) in (start: position * 3, end: position * 3 + 3) }
            cues.append((start: 1 << Int64.random(in: 12...52, using: &random), end: 1 << 53))
            let index = index(cues)
            for _ in 0..<50 {
                let time = Int64.random(in: -3...700, using: &random)
                for policy in LookupPolicy.allCases {
                    #expect(
                        index.lookup(milliseconds: time, policy: policy) == reference(cues, at: time, policy: policy))
                }
            }
        }
    }

    @Test func `a parsed track is indexed by its cues`() throws {
        let track = try CueTrack(
            parsing: Array("WEBVTT\n\n00:05.000 --> 00:06.000\nb\n\n00:00.000 --> 00:05.000\na\n".utf8))
        let index = TimeIndex(track)
        #expect(index.count == 2)
        #expect(index.lookup(seconds: 5.5, policy: .active) == 0)
        #expect(index.lookup(seconds: 4.999, policy: .active) == 1)
    }
}
