import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleRedirectsTests {
    @Test func `redirects are found and counted`() throws {
        let step = try hop("https://a.example/", "https://b.example/")
        #expect(
            DoctorRule.redirects.messages(try answer(.track), try answer(.sheet, hops: [step, step])) == [
                "\"sheet-0.jpg\" takes 2 redirects."
            ])
    }
}
