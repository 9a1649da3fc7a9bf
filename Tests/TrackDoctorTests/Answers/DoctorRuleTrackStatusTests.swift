import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleTrackStatusTests {
    @Test func `a track with an error page is found, a missing sheet is another rule's`() throws {
        let rule = DoctorRule.trackStatus
        #expect(
            rule.messages(try answer(.track, status: 404)) == [
                "The server answers https://cdn.example/thumbnails.vtt with status 404."
            ]
        )
        #expect(rule.messages(try answer(.track), try answer(.sheet, status: 404)) == [])
    }
}
