import CAllocationCount
import Testing
import WebVTT

@Suite struct LookupAllocationTests {
    /// Only where the C library lets a program count; elsewhere this suite is skipped.
    private static let isCounted = callocationcount_is_available() == 1

    /// Starts and ends of cues in every shape that takes another path through the index.
    private static let tracks: [(starts: [Int64], ends: [Int64])] = [
        ([], []),
        ((0..<150).map { $0 * 4_000 }, (1...150).map { $0 * 4_000 }),
        // Gaps.
        ((0..<150).map { $0 * 4_000 }, (0..<150).map { $0 * 4_000 + 1_000 }),
        // Each of several lies within the one before it.
        ((0..<150).map { $0 * 100 }, (0..<150).map { 90_000 - $0 * 100 }),
        // Equal starts, out of order.
        ((0..<150).map { ($0 * 37 % 50) * 1_000 }, (0..<150).map { ($0 * 37 % 50) * 1_000 + 1_500 }),
    ]

    @Test(.enabled(if: isCounted), arguments: tracks.indices, LookupPolicy.allCases)
    func `a look-up allocates nothing`(track: Int, policy: LookupPolicy) {
        let index = TimeIndex(starts: Self.tracks[track].starts, ends: Self.tracks[track].ends)
        var found = 0
        let before = callocationcount_of_thread()
        var time: Int64 = -1_000
        while time < 700_000 {
            found &+= index.lookup(milliseconds: time, policy: policy) ?? -1
            found &+= index.lookup(seconds: Double(time) / 1_000, policy: policy) ?? -1
            time += 7
        }
        let allocations = callocationcount_of_thread() - before
        #expect(allocations == 0, "\(found)")
    }

    @Test(.enabled(if: isCounted))
    func `counts the allocations of an array`() {
        let before = callocationcount_of_thread()
        let numbers = (0..<1_000).map { $0 * $0 }
        #expect(callocationcount_of_thread() > before, "\(numbers.count)")
    }
}
