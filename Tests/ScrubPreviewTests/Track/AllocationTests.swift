import CAllocationCount
import Foundation
import ScrubFixtures
import Testing
import WebVTT

@testable import ScrubPreview

@Suite struct AllocationTests {
    /// Only where the C library lets a program count; elsewhere this test is skipped.
    private static let isCounted = callocationcount_is_available() == 1

    @Test(.enabled(if: isCounted), arguments: LookupPolicy.allCases)
    func `a look-up allocates nothing`(policy: LookupPolicy) async throws {
        let film = try ServedFilm()
        let track = try await ThumbnailTrack.load(from: film.url)
        // The first one makes what is made once for the process.
        _ = allocations(track, policy)
        #expect(allocations(track, policy) == 0)
    }

    /// Not asynchronous, so that it stays on one thread.
    private func allocations(_ track: ThumbnailTrack, _ policy: LookupPolicy) -> UInt64 {
        let before = callocationcount_of_thread()
        var found = 0
        var seconds = -1.0
        while seconds < 15 {
            found += track.tile(at: .seconds(seconds), policy: policy)?.index ?? 0
            seconds += 0.003
        }
        precondition(found > 0)
        return callocationcount_of_thread() - before
    }
}
