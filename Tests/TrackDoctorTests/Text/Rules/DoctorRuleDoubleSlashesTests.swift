import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleDoubleSlashesTests {
    @Test func `two slashes in a relative URL are found`() throws {
        let payloads = [
            "a.jpg?a=//x", "a//b.jpg", "a/b.jpg?c=/d", "https://a.example//b.jpg", "//a.example/b.jpg", "/a//b",
        ]
        #expect(try DoctorRule.doubleSlashes.lines(in: track(payloads: payloads)) == [3, 6])
    }
}
