import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleTrackCachingTests {
    @Test(arguments: [
        ("no-cache", 0), ("", 0), ("max-age=86400", 0), ("max-age=86401", 1), ("public, MAX-AGE=31536000", 1),
        ("max-age=31536000, no-cache", 0), ("immutable", 1),
    ])
    func `a track that stays in caches for more than a day is found`(value: String, count: Int) throws {
        #expect(DoctorRule.trackCaching.messages(try answer(.track, ["Cache-Control": value])).count == count)
    }
}
