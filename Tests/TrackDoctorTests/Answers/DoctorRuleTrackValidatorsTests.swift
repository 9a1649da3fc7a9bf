import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleTrackValidatorsTests {
    @Test func `a track needs an entity tag or a date`() throws {
        let rule = DoctorRule.trackValidators
        #expect(rule.messages(try answer(.track, ["ETag": ""])).count == 1)
        #expect(
            rule.messages(try answer(.track, ["ETag": "", "Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT"])) == [])
        #expect(rule.messages(try answer(.track), try answer(.sheet, ["ETag": ""])) == [])
    }
}
