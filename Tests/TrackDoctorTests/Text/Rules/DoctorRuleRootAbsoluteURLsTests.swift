import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleRootAbsoluteURLsTests {
    @Test func `a URL that begins at the host's root is found`() throws {
        let payloads = [
            "/films/a.jpg#xywh=0,0,16,9", "a.jpg#xywh=0,0,16,9", "//cdn.example/a.jpg#xywh=0,0,16,9",
            "https://cdn.example/a.jpg#xywh=0,0,16,9", "/a.jpg",
        ]
        #expect(try DoctorRule.rootAbsoluteURLs.lines(in: track(payloads: payloads)) == [3, 15])
    }
}
