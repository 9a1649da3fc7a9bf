import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleInsecureRedirectsTests {
    @Test func `a step from https to http is found on any hop`() throws {
        let up = try hop("http://a.example/", "https://a.example/")
        let down = try hop("https://a.example/", "http://b.example/")
        #expect(DoctorRule.insecureRedirects.messages(try answer(.track, hops: [up])) == [])
        #expect(DoctorRule.insecureRedirects.messages(try answer(.track, hops: [up, down])).count == 1)
    }
}
