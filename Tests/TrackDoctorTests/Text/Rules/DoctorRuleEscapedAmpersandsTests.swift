import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleEscapedAmpersandsTests {
    @Test func `an ampersand as HTML writes it is found, one as URLs do is not`() throws {
        let file = track(payloads: ["a.jpg?b=1&amp;c=2#xywh=0,0,1,1", "a.jpg?b=1&c=2#xywh=0,0,1,1"])
        #expect(try DoctorRule.escapedAmpersands.lines(in: file) == [3])
    }
}
